/** A cloud that lies: a coprocessor that a test loads on one cloud, and that is in no bundle. */
package io.dartagnan.clusters.liar;
