package io.dartagnan.mpc.session;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Objects that suites keep for as long as something lasts: one of each type. */
final class Kept {
  private final Map<Class<?>, Object> objects = new ConcurrentHashMap<>();

  /** The object of a type; {@code first} makes it when there is none yet. */
  <T> T of(Class<T> type, Supplier<? extends T> first) {
    return type.cast(objects.computeIfAbsent(type, missing -> first.get()));
  }
}
