package io.dartagnan.clusters.checker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The checker on histories made by hand, good and bad, and on random ones. */
class LinearisabilityTest {
  private static final int NUMBER = Column.mask(List.of(Column.NUMBER));
  private static final int COPY = Column.mask(List.of(Column.COPY));
  private static final int BOTH = NUMBER | COPY;

  private final Linearisability checker = new Linearisability(100_000, List.of());
  private final List<Call> calls = new ArrayList<>();

  private void call(long begun, long ended, Action action) {
    calls.add(new Call("c", "r", begun, ended, ended == Call.NEVER, action));
  }

  private void put(long begun, long ended, long number) {
    call(begun, ended, new Action.Put(NUMBER, number));
  }

  private void read(long begun, long ended, long number) {
    call(begun, ended, new Action.Read(BOTH, RowState.EMPTY.with(NUMBER, number)));
  }

  private void readNothing(long begun, long ended) {
    call(begun, ended, new Action.Read(BOTH, RowState.EMPTY));
  }

  private void good() {
    assertThat(checker.check(calls))
        .isEqualTo(new Linearisability.Verdict(true, Optional.empty(), Optional.empty()));
  }

  private void bad() {
    assertThat(checker.check(calls).violation()).isPresent();
  }

  private Linearisability.Verdict withCrash(long begun, long ended) {
    return with(new Crash(begun, ended, Fault.Loss.MEMORY));
  }

  private Linearisability.Verdict with(Crash crash) {
    return new Linearisability(100_000, List.of(crash)).check(calls);
  }

  @Test
  void aDeleteOfUnknownOutcomeMayBeUndoneWhereWritesAreLost() {
    put(0, 1, 1);
    call(2, Call.NEVER, new Action.Delete(NUMBER));
    readNothing(4, 5);
    read(30, 31, 1);
    assertThat(with(new Crash(10, 20, Fault.Loss.WRITES)).violation()).isEmpty();
    assertThat(with(new Crash(10, 20, Fault.Loss.MEMORY)).violation()).isPresent();
    assertThat(with(new Crash(40, 50, Fault.Loss.WRITES)).violation()).isPresent();
    bad();
  }

  /** Its writer takes back what a cloud has lost, although it was seen: it was not acknowledged. */
  @Test
  void aPutOfUnknownOutcomeMayBeUndoneWhereWritesAreLost() {
    put(0, 1, 1);
    put(2, Call.NEVER, 2);
    read(4, 5, 2);
    read(30, 31, 1);
    assertThat(with(new Crash(10, 20, Fault.Loss.WRITES)).violation()).isEmpty();
    assertThat(with(new Crash(10, 20, Fault.Loss.MEMORY)).violation()).isPresent();
    assertThat(with(new Crash(40, 50, Fault.Loss.WRITES)).violation()).isPresent();
    bad();
    read(32, 33, 2);
    assertThat(with(new Crash(10, 20, Fault.Loss.WRITES)).violation()).isPresent();
  }

  @Test
  void anIncrementOfUnknownOutcomeMayBeUndoneWhereWritesAreLost() {
    int counter = Column.mask(List.of(Column.COUNTER));
    call(0, 1, new Action.Increment(Optional.of(1L)));
    call(2, Call.NEVER, new Action.Increment(Optional.empty()));
    call(4, 5, new Action.Read(counter, RowState.EMPTY.with(counter, 2)));
    call(30, 31, new Action.Read(counter, RowState.EMPTY.with(counter, 1)));
    assertThat(with(new Crash(10, 20, Fault.Loss.WRITES)).violation()).isEmpty();
    assertThat(with(new Crash(10, 20, Fault.Loss.MEMORY)).violation()).isPresent();
    bad();
  }

  @Test
  void manyDeletesOfUnknownOutcomeAreNoMoreThanOne() {
    int counter = Column.mask(List.of(Column.COUNTER));
    for (int i = 0; i < 20; i++) {
      call(2 * i, Call.NEVER, new Action.Increment(Optional.empty()));
      call(2 * i + 1, Call.NEVER, new Action.Delete(counter));
    }
    for (long result = 1; result <= 3; result++) {
      call(100, 104 + result, new Action.Increment(Optional.of(result)));
    }
    call(160, 161, new Action.Read(counter, RowState.EMPTY));
    assertThat(with(new Crash(101, 108, Fault.Loss.WRITES)).decided()).isTrue();
  }

  @Test
  void anAcknowledgedDeleteIsNotUndone() {
    put(0, 1, 1);
    call(2, 3, new Action.Delete(NUMBER));
    read(30, 31, 1);
    assertThat(with(new Crash(10, 20, Fault.Loss.WRITES)).violation()).isPresent();
  }

  private void fleetingThenRead(long number) {
    put(0, 1, 1);
    call(2, 3, new Action.Put(NUMBER, 2, Fault.Loss.MEMORY));
    call(4, 5, new Action.Put(NUMBER, 3, Fault.Loss.MEMORY));
    read(30, 31, number);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whatIsNotDurableMayBeLostInACrashAndThenTheFormerNumberIsRead(long number) {
    fleetingThenRead(number);
    assertThat(withCrash(10, 20).violation()).isEmpty();
    assertThat(withCrash(2, 3).violation().isEmpty()).isEqualTo(number == 3);
    assertThat(withCrash(40, 50).violation().isEmpty()).isEqualTo(number == 3);
  }

  @Test
  void whatIsNotDurableIsNotLostWithTheFormerNumber() {
    put(0, 1, 1);
    call(2, 3, new Action.Put(NUMBER, 2, Fault.Loss.MEMORY));
    readNothing(30, 31);
    assertThat(withCrash(10, 20).violation()).isPresent();
  }

  @Test
  void whatWasLostStaysLost() {
    fleetingThenRead(2);
    read(32, 33, 3);
    assertThat(withCrash(10, 20).violation()).isPresent();
  }

  @Test
  void whatIsDurableEndsWhatWasNot() {
    call(0, 1, new Action.Put(NUMBER, 1, Fault.Loss.MEMORY));
    put(2, 3, 2);
    read(30, 31, 1);
    assertThat(withCrash(10, 20).violation()).isPresent();
    calls.remove(2);
    call(4, 5, new Action.Put(NUMBER, 3, Fault.Loss.MEMORY));
    call(6, 7, new Action.Delete(NUMBER));
    readNothing(30, 31);
    assertThat(withCrash(10, 20).violation()).isEmpty();
  }

  @Test
  void noCallsAreGood() {
    good();
  }

  @Test
  void oneAfterTheOther() {
    readNothing(0, 1);
    put(2, 3, 7);
    read(4, 5, 7);
    call(6, 7, new Action.Delete(NUMBER));
    readNothing(8, 9);
    good();
  }

  @Test
  void aReadDuringAPutMaySeeEither() {
    put(0, 1, 1);
    put(2, 20, 2);
    read(3, 10, 1);
    read(11, 12, 2);
    good();
  }

  @Test
  void whatOneReadHasSeenALaterOneDoesNotMiss() {
    put(0, 1, 1);
    put(2, 20, 2);
    read(3, 10, 2);
    read(11, 12, 1);
    bad();
  }

  @Test
  void anAcknowledgedPutIsNotLost() {
    put(0, 1, 1);
    put(2, 3, 2);
    read(4, 5, 1);
    bad();
  }

  @Test
  void aNumberThatNobodyWroteIsNotRead() {
    put(0, 1, 1);
    read(2, 3, 9);
    bad();
  }

  @Test
  void aNumberIsNotReadBeforeItIsWritten() {
    read(0, 1, 1);
    put(2, 3, 1);
    bad();
  }

  @Test
  void aDeletedNumberDoesNotComeBack() {
    put(0, 1, 1);
    call(2, 3, new Action.Delete(NUMBER));
    read(4, 5, 1);
    bad();
  }

  @Test
  void anAcknowledgedDeleteDeletes() {
    put(0, 1, 1);
    put(2, 3, 2);
    call(4, 5, new Action.Delete(NUMBER));
    read(6, 7, 2);
    bad();
  }

  @Test
  void aPutOfUnknownOutcomeMayBeSeenLateOrNever() {
    put(0, 1, 1);
    put(2, Call.NEVER, 2);
    put(3, Call.NEVER, 3);
    read(10, 11, 1);
    read(20, 21, 3);
    read(30, 31, 3);
    good();
  }

  @Test
  void aPutOfUnknownOutcomeIsNotTakenBackOnceSeen() {
    put(0, 1, 1);
    put(2, Call.NEVER, 2);
    read(3, 4, 2);
    read(5, 6, 1);
    bad();
  }

  @Test
  void aPutOfUnknownOutcomeIsDoneOnceAtMost() {
    put(0, Call.NEVER, 1);
    read(2, 3, 1);
    put(4, 5, 2);
    read(6, 7, 2);
    read(8, 9, 1);
    bad();
  }

  @Test
  void aDeleteOfUnknownOutcomeMayBeDoneLate() {
    put(0, 1, 1);
    call(2, Call.NEVER, new Action.Delete(NUMBER));
    read(3, 4, 1);
    readNothing(5, 6);
    good();
    put(7, 8, 2);
    read(9, 10, 2);
    good();
    readNothing(11, 12);
    bad();
  }

  @Test
  void aCallOfUnknownOutcomeIsNotDoneAfterItsTime() {
    put(0, 1, 1);
    calls.add(Call.unanswered("c", "r", 2, 10, new Action.Delete(NUMBER)));
    read(3, 4, 1);
    readNothing(9, 30);
    good();
    put(31, 32, 2);
    readNothing(33, 34);
    bad();
  }

  @Test
  void ofEqualCallsOfUnknownOutcomeTheOneIsUsedThatExpiresFirst() {
    calls.add(Call.unanswered("c", "r", 0, 10, new Action.Delete(NUMBER)));
    calls.add(Call.unanswered("c", "r", 0, 40, new Action.Delete(NUMBER)));
    put(1, 2, 1);
    readNothing(3, 4);
    put(20, 21, 2);
    readNothing(22, 23);
    good();
    put(24, 25, 3);
    readNothing(26, 27);
    bad();
  }

  @Test
  void aCallOfUnknownOutcomeMayBeDoneInItsTimeAndSeenAfterIt() {
    calls.add(Call.unanswered("c", "r", 0, 10, new Action.Delete(NUMBER)));
    put(5, 50, 1);
    read(6, 7, 1);
    readNothing(60, 61);
    good();
    calls.add(Call.unanswered("c", "r", 0, 10, new Action.Put(NUMBER, 9)));
    read(62, 63, 9);
    bad();
  }

  @Test
  void twoDeletesOfUnknownOutcomeMayBothBeDone() {
    call(0, Call.NEVER, new Action.Delete(NUMBER));
    call(1, Call.NEVER, new Action.Delete(NUMBER));
    put(2, 3, 1);
    readNothing(4, 5);
    put(6, 7, 2);
    readNothing(8, 9);
    good();
    put(10, 11, 3);
    readNothing(12, 13);
    bad();
  }

  @Test
  void aScanThatTakesLongMaySeeAnyStateOfItsTime() {
    put(0, 1, 1);
    read(2, 100, 2);
    put(10, 11, 2);
    put(20, 21, 3);
    read(30, 31, 3);
    good();
  }

  @Test
  void aWriteOfTwoColumnsIsSeenWholeOrNotAtAll() {
    call(0, 1, new Action.Put(BOTH, 1));
    call(2, 20, new Action.Put(BOTH, 2));
    call(3, 4, new Action.Read(BOTH, RowState.EMPTY.with(NUMBER, 1).with(COPY, 2)));
    Linearisability.Verdict verdict = checker.check(calls);
    assertThat(verdict.violation()).isEmpty();
    assertThat(verdict.inParts()).isPresent();
  }

  @Test
  void aReadOfOneColumnSaysNothingOfOthers() {
    call(0, 1, new Action.Put(BOTH, 1));
    call(2, 3, new Action.Read(COPY, RowState.EMPTY.with(COPY, 1)));
    good();
  }

  @Test
  void theColumnAtFaultIsNamed() {
    call(0, 1, new Action.Put(BOTH, 1));
    call(2, 3, new Action.Put(COPY, 2));
    call(4, 5, new Action.Read(BOTH, RowState.EMPTY.with(BOTH, 1)));
    assertThat(checker.check(calls).violation().orElseThrow()).startsWith("copy, row r:");
  }

  @Test
  void incrementsCountEachOnce() {
    call(0, 10, new Action.Increment(Optional.of(2L)));
    call(0, 10, new Action.Increment(Optional.of(1L)));
    good();
    call(11, 12, new Action.Increment(Optional.of(2L)));
    bad();
  }

  @Test
  void anIncrementOfUnknownOutcomeMayCount() {
    call(0, 1, new Action.Increment(Optional.of(1L)));
    call(2, Call.NEVER, new Action.Increment(Optional.empty()));
    call(3, 4, new Action.Increment(Optional.of(2L)));
    call(5, 6, new Action.Increment(Optional.of(4L)));
    good();
    call(7, 8, new Action.Increment(Optional.of(6L)));
    bad();
  }

  @Test
  void aCheckThatHeldWasDoneOnTheNumberItAskedFor() {
    put(0, 1, 1);
    call(2, 9, check(1, 2, Optional.of(true)));
    call(2, 9, check(1, 3, Optional.of(false)));
    read(10, 11, 2);
    good();
    call(12, 13, check(1, 4, Optional.of(true)));
    bad();
  }

  @Test
  void aCheckOfUnknownOutcomeThatWasSeenHeld() {
    put(0, 1, 1);
    call(2, Call.NEVER, check(1, 2, Optional.empty()));
    read(3, 4, 1);
    read(5, 6, 2);
    good();
    put(7, 8, 5);
    call(9, Call.NEVER, check(1, 6, Optional.empty()));
    read(10, 11, 6);
    bad();
  }

  @Test
  void aPutThatNobodySawMayBeWhyACheckFailed() {
    put(0, 1, 1);
    call(2, Call.NEVER, new Action.Put(NUMBER, 7));
    call(2, Call.NEVER, new Action.Put(NUMBER, 8));
    call(3, 4, check(1, 2, Optional.of(false)));
    put(5, 6, 3);
    call(7, 8, check(3, 4, Optional.of(false)));
    good();
    put(9, 10, 5);
    call(11, 12, check(5, 6, Optional.of(false)));
    bad();
  }

  private static Action check(long expected, long number, Optional<Boolean> done) {
    return new Action.CheckAndPut(expected, new Action.Put(NUMBER, number), done);
  }

  @Test
  void aCellWithTooManyPossibilitiesIsGivenUp() {
    for (int client = 0; client < 12; client++) {
      call(client, 100 + client, new Action.Put(NUMBER, client + 1));
    }
    assertThat(new Linearisability(50, List.of()).check(calls).decided()).isFalse();
    good();
  }

  private static Stream<Long> seeds() {
    long seed = Long.getLong("dartagnan.seed", new Random().nextLong());
    System.out.println("LinearisabilityTest: -Ddartagnan.seed=" + seed);
    return new Random(seed).longs(150).boxed();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatOneRegisterAnsweredIsGood(long seed) {
    calls.addAll(answers(new Random(seed), 5, 40));
    good();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyVerdictIsThatOfTryingEveryOrder(long seed) {
    Random random = new Random(seed);
    List<Call> history = answers(random, 3, 2);
    for (int change = 0; change < 4; change++) {
      calls.clear();
      calls.addAll(history);
      int changed = random.nextInt(calls.size());
      Call call = calls.get(changed);
      if (call.action() instanceof Action.Read) {
        long other = random.nextInt(8);
        RowState seen = RowState.EMPTY;
        Action action =
            new Action.Read(BOTH, other == 0 ? seen : seen.with(1 + random.nextInt(3), other));
        calls.set(changed, call.endedAt(call.ended(), action));
      }
      Linearisability.Verdict verdict = checker.check(calls);
      assertThat(verdict.violation().or(verdict::inParts).isEmpty())
          .as("%s", calls)
          .isEqualTo(someOrder(calls, new ArrayList<>(), RowState.EMPTY));
    }
  }

  /** A history of a row that does each call at one moment, and loses some of its answers. */
  private static List<Call> answers(Random random, int clients, int ofEach) {
    record Moment(long time, int call) {}
    List<Call> asked = new ArrayList<>();
    List<Moment> moments = new ArrayList<>();
    for (int client = 0; client < clients; client++) {
      long now = random.nextInt(10);
      for (int i = 0; i < ofEach; i++) {
        long begun = now + 1 + random.nextInt(5);
        long done = begun + 1 + random.nextInt(10);
        now = done + 1 + random.nextInt(10);
        int columns = 1 + random.nextInt(3);
        Action action =
            switch (random.nextInt(5)) {
              case 0, 1 -> new Action.Put(columns, asked.size() + 1);
              case 2 -> new Action.Delete(columns);
              default -> new Action.Read(BOTH, RowState.EMPTY);
            };
        boolean unknown = !action.isRead() && random.nextInt(6) == 0;
        if (!unknown || random.nextBoolean()) {
          long late = unknown && random.nextBoolean() ? random.nextInt(50) : 0;
          moments.add(new Moment(done + late, asked.size()));
        }
        long until = random.nextBoolean() ? Call.NEVER : done + 50 + random.nextInt(20);
        asked.add(new Call("c" + client, "r", begun, unknown ? until : now, unknown, action));
      }
    }
    moments.sort(Comparator.comparingLong(Moment::time));
    RowState row = RowState.EMPTY;
    Map<Integer, Action> answered = new HashMap<>();
    for (Moment moment : moments) {
      Action action = asked.get(moment.call()).action();
      if (action.isRead()) {
        answered.put(moment.call(), new Action.Read(BOTH, row));
      } else {
        row = action.on(row).orElseThrow();
      }
    }
    return IntStream.range(0, asked.size())
        .mapToObj(
            i ->
                answered.containsKey(i)
                    ? asked.get(i).endedAt(asked.get(i).ended(), answered.get(i))
                    : asked.get(i))
        .toList();
  }

  /** Tries every order of the calls that keeps to their times. */
  private static boolean someOrder(List<Call> all, List<Call> done, RowState row) {
    if (all.stream().allMatch(call -> call.isUnknown() || done.contains(call))) {
      return true;
    }
    for (Call next : all) {
      boolean possible =
          !done.contains(next)
              && all.stream()
                  .allMatch(
                      other ->
                          done.contains(other)
                              || other.isUnknown()
                              || other.ended() >= next.begun())
              && done.stream().allMatch(other -> other.begun() <= next.ended());
      Optional<RowState> after = possible ? next.action().on(row) : Optional.empty();
      if (after.isPresent()) {
        done.add(next);
        if (someOrder(all, done, after.get())) {
          return true;
        }
        done.remove(next);
      }
    }
    return false;
  }
}
