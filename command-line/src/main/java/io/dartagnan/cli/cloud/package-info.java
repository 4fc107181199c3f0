/** Connections to the three clouds, as one database or one by one. */
package io.dartagnan.cli.cloud;
