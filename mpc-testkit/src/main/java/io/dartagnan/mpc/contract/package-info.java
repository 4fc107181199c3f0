/**
 * What a protocol suite has to fulfil, as tests: {@link
 * io.dartagnan.mpc.contract.ProtocolSuiteContract}. Published for those who add one; needs JUnit 5
 * and AssertJ.
 */
package io.dartagnan.mpc.contract;
