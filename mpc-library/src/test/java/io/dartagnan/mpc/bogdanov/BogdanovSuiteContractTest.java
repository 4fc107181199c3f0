package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.contract.ProtocolSuiteContract;
import io.dartagnan.mpc.suite.ProtocolSuite;
import org.junit.jupiter.api.Tag;

@Tag("thorough")
class BogdanovSuiteContractTest extends ProtocolSuiteContract {
  @Override
  protected ProtocolSuite suite() {
    return new BogdanovSuite();
  }
}
