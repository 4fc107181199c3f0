/**
 * Rebuilding what one cloud has lost from the two others, without a value or a share being seen.
 */
package io.dartagnan.client.repair;
