/**
 * Maintenance of what the three clouds store, without a value or a share being seen: comparison of
 * tables by digests ({@link io.dartagnan.client.maintenance.TableAudit}), rebuilding what one cloud
 * has lost from the two others ({@link io.dartagnan.client.maintenance.TableRepair}), and the
 * removal of what failed writes left ({@link io.dartagnan.client.maintenance.OrphanVersions}):
 * readers hand over the incomplete versions that they meet, and a thread of the connection takes
 * back those that can never become complete.
 */
package io.dartagnan.client.maintenance;
