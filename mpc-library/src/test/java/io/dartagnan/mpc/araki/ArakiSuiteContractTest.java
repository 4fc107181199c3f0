package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.contract.ProtocolSuiteContract;
import io.dartagnan.mpc.suite.ProtocolSuite;

class ArakiSuiteContractTest extends ProtocolSuiteContract {
  @Override
  protected ProtocolSuite suite() {
    return new ArakiSuite();
  }
}
