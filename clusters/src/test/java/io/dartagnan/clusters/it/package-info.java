/**
 * End to end, on real processes: three HBase clouds, Redis, the mesh between them, and a plain
 * HBase to compare with, all brought up by {@code clusters/local}, once for all tests here.
 */
package io.dartagnan.clusters.it;
