/** Three parties in one process, for tests of protocols. */
package io.dartagnan.mpc.harness;
