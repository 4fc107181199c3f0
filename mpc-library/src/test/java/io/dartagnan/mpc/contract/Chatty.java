package io.dartagnan.mpc.contract;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.SharedBits;

/** Compares as it should, and sends something besides. */
final class Chatty extends Broken {
  private final Chat chat;

  interface Chat {
    void run(Context context, Shares x, SharedBits answer);
  }

  Chatty(Chat chat) {
    this.chat = chat;
  }

  @Override
  public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
    SharedBits answer = right.compare(context.narrow("right"), comparison, x, k);
    chat.run(context.narrow("chat"), x, answer);
    return answer;
  }

  /** Sends words to the party before, and receives as many from the next. */
  static void sendRound(Context context, long[] words) {
    context.send(context.self().prev(), words);
    context.receive(context.self().next(), words.length);
  }
}
