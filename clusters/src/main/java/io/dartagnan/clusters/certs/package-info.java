/** Keys and certificates for the mesh of three clouds. */
package io.dartagnan.clusters.certs;
