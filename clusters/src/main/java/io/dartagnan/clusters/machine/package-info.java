/** All processes of one deployment, started and stopped together. */
package io.dartagnan.clusters.machine;
