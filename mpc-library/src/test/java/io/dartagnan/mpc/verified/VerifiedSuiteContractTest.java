package io.dartagnan.mpc.verified;

import io.dartagnan.mpc.contract.ProtocolSuiteContract;
import io.dartagnan.mpc.suite.ProtocolSuite;
import org.junit.jupiter.api.Tag;

@Tag("thorough")
class VerifiedSuiteContractTest extends ProtocolSuiteContract {
  @Override
  protected ProtocolSuite suite() {
    return new VerifiedSuite();
  }
}
