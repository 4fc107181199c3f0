/**
 * What a RegionServer tells any client of itself, for {@code dartagnan doctor}: it finds out on one
 * thread of its own, one report at a time, whoever asks and however often.
 */
package io.dartagnan.server.status;
