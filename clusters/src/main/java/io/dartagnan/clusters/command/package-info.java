/** The commands behind the scripts of this module. */
package io.dartagnan.clusters.command;
