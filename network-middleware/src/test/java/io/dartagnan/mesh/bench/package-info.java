/** The protocols' bench over the mesh: loopback, mutual TLS. */
package io.dartagnan.mesh.bench;
