/**
 * The HBase side of an evaluation: rows are read from a region and pages go out through a region
 * scanner. The guard of what may be written into a protected region is here too.
 */
package io.dartagnan.server.region;
