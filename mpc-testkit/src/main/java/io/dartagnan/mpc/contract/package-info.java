/**
 * Tests that a protocol suite has to pass: {@link io.dartagnan.mpc.contract.ProtocolSuiteContract}.
 * Published for those who add one; needs JUnit 5 and AssertJ.
 */
package io.dartagnan.mpc.contract;
