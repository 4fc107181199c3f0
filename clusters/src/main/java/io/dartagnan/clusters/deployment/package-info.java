/** The deployment that {@code up} was asked for: its options, settings and ports. */
package io.dartagnan.clusters.deployment;
