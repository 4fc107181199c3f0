/** Tour of the system over one CSV file, every answer checked. */
package io.dartagnan.cli.tour;
