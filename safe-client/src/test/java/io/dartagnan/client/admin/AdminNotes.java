package io.dartagnan.client.admin;

import java.lang.reflect.Method;
import java.util.Optional;

/** What the table of {@code Admin}'s methods says, for the documents. */
public final class AdminNotes {
  private AdminNotes() {}

  /** The way in which a method is served; empty if it is refused. */
  public static Optional<String> served(Method method) {
    return AdminOperation.waiting(method)
        .map(waiting -> AdminOperation.of(waiting).served() + "; the future has ended")
        .or(() -> AdminOperation.find(method).map(AdminOperation::served));
  }

  /** Whether it is left to one cloud. */
  public static boolean isPassed(Method method) {
    return AdminOperation.find(method).equals(Optional.of(AdminOperation.CLOUD_0));
  }

  /** The reason for which a method that is not served is refused. */
  public static String refused(Method method) {
    return AdminRefusal.of(method).reason();
  }

  /** The method of {@code Admin} that one of {@code AsyncAdmin} stands for; empty if none. */
  public static Optional<Method> counterpart(Method asynchronous) {
    return AdminCounterpart.find(asynchronous).map(AdminCounterpart::method);
  }
}
