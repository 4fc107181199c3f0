/** Keys and certificates: of the mesh of three clouds, and of HBase's own TLS. */
package io.dartagnan.clusters.certs;
