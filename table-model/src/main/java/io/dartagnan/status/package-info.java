/**
 * Layout of what a RegionServer tells any client of itself: who it is, which certificates it holds
 * and accepts, what it finds in discovery, and which of its peers it reaches. Nothing in it is
 * secret.
 */
package io.dartagnan.status;
