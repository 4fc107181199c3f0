/** Files for the operators of three clouds and for the applications' team, of one description. */
package io.dartagnan.cli.setup;
