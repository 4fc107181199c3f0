/** The command that rebuilds what one cloud has lost from the two others. */
package io.dartagnan.cli.repair;
