package io.dartagnan.mpc.example;

import io.dartagnan.mpc.contract.ProtocolSuiteContract;
import io.dartagnan.mpc.suite.ProtocolSuite;

class TextbookSuiteContractTest extends ProtocolSuiteContract {
  @Override
  protected ProtocolSuite suite() {
    return new TextbookSuite();
  }
}
