/**
 * The HBase side of an evaluation: rows are read from a region and pages go out through a region
 * scanner.
 */
package io.dartagnan.server.region;
