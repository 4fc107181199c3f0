/**
 * The coprocessors a cloud loads: {@link io.dartagnan.server.MeshEndpoint} once per RegionServer,
 * {@link io.dartagnan.server.ProtectedRegion} once per region.
 */
package io.dartagnan.server;
