/** Processes: their roles, ports and pid files, and how they are started, found and ended. */
package io.dartagnan.clusters.process;
