/**
 * Measurements of filters over shared values beside plain HBase's own, as a program that knows its
 * clusters by the folders of their configurations alone.
 */
package io.dartagnan.clusters.bench;
