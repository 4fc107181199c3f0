/**
 * The repair of one cloud from the two others: each giver sends, of the share that it has in common
 * with the cloud that lost its own, that one alone.
 */
package io.dartagnan.server.repair;
