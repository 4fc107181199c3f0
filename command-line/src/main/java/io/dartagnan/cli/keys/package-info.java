/** The keys of tables whose values carry tags. */
package io.dartagnan.cli.keys;
