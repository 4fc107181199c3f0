package io.dartagnan.mpc.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.suite.ProtocolSuite;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert;

/** That a check of the contract fails, and says why. */
final class Catches {
  private Catches() {}

  /** The contract, to be asked of a suite check by check. */
  static ProtocolSuiteContract contractOf(ProtocolSuite suite) {
    return new ProtocolSuiteContract() {
      @Override
      protected ProtocolSuite suite() {
        return suite;
      }
    };
  }

  /** The check fails for the suite, with these words. */
  static void caught(ProtocolSuite suite, Consumer<ProtocolSuiteContract> check, String... words) {
    ThrowableAssert.ThrowingCallable call = () -> check.accept(contractOf(suite));
    assertThatThrownBy(call).isInstanceOf(AssertionError.class).hasMessageContainingAll(words);
  }
}
