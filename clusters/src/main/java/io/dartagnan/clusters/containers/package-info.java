/** Three clouds of containers: images, compose, keys and configurations. */
package io.dartagnan.clusters.containers;
