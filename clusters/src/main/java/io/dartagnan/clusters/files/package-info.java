/** Files of a deployment and of the build: private ones, configurations, passwords, logs. */
package io.dartagnan.clusters.files;
