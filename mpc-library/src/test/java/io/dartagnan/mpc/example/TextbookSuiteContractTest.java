package io.dartagnan.mpc.example;

import io.dartagnan.mpc.contract.ProtocolSuiteContract;
import io.dartagnan.mpc.suite.ProtocolSuite;
import org.junit.jupiter.api.Tag;

@Tag("thorough")
class TextbookSuiteContractTest extends ProtocolSuiteContract {
  @Override
  protected ProtocolSuite suite() {
    return new TextbookSuite();
  }
}
