/**
 * Calls to the three clouds in parallel: threads, deadlines, failures that name the cloud, and
 * answers that must be alike.
 */
package io.dartagnan.client.cloud;
