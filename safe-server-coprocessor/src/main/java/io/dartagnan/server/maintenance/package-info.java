/**
 * What one cloud does to keep its data whole: answers about the versions that it stores, and its
 * part in the repair of a cloud from the two others, of which each sends the one share that it has
 * in common with the cloud that lost its own.
 */
package io.dartagnan.server.maintenance;
