/**
 * Two benches over the mesh, on loopback and with mutual TLS: {@link
 * io.dartagnan.mesh.bench.MeshBench} runs the protocols, {@link
 * io.dartagnan.mesh.bench.LoopbackBench} compares the mesh with plain Netty.
 */
package io.dartagnan.mesh.bench;
