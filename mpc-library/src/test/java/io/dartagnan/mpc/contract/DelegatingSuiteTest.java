package io.dartagnan.mpc.contract;

import io.dartagnan.mpc.example.DelegatingSuite;
import io.dartagnan.mpc.sharing.Sharing;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A suite that leaves some sharings to another, checked with what delegating could spoil; the rest
 * of the contract is that of the two.
 */
@Tag("thorough")
class DelegatingSuiteTest {
  private final ProtocolSuiteContract contract = Catches.contractOf(new DelegatingSuite());

  @ParameterizedTest
  @EnumSource
  void answersAndCombinesWhicheverSuiteAnswers(Sharing sharing) {
    contract.agreesWithPlaintextOnRandomValues(sharing);
    contract.combinesAnswersAsPlaintextDoes(sharing);
  }

  @ParameterizedTest
  @EnumSource
  void costsWhatItDeclares(Sharing sharing) {
    contract.costsWhatItDeclares(sharing);
  }

  @ParameterizedTest
  @EnumSource
  void revealsTheAnswerAlone(Sharing sharing) {
    contract.opensNothingButWhatItReveals(sharing);
    contract.revealsNoMoreThanTheAnswer(sharing);
    contract.masksEveryMessageByWhatItsReceiverDoesNotKnow(sharing);
  }

  @Test
  void refusesBitsThatDoNotFit() {
    contract.refusesBitsThatDoNotFitBeforeAByteIsSent();
    contract.describesEveryProtocol();
  }
}
