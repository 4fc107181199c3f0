package io.dartagnan.client.admin;

import io.dartagnan.client.rpc.Unsupported;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The method of {@link Admin} that does what one of {@code AsyncAdmin} does: the one of the same
 * name and parameters or, for the few that {@code Admin} lacks, with one parameter more.
 */
public final class AdminCounterpart {
  private static final Pattern ANY = Pattern.compile(".*");

  /** The time of what has not been done yet, in {@link Admin}. */
  private static final Long NEVER = 0L;

  private final Method method;
  private final UnaryOperator<Object> answer;
  private final UnaryOperator<List<Object>> arguments;

  private AdminCounterpart(
      Method method, UnaryOperator<Object> answer, UnaryOperator<List<Object>> arguments) {
    this.method = method;
    this.answer = answer;
    this.arguments = arguments;
  }

  /**
   * The counterpart of a method, which the three clouds may refuse nevertheless.
   *
   * @param asked a method of {@code AsyncAdmin}
   * @throws UnsupportedOperationException if there is none
   */
  public static AdminCounterpart of(Method asked) {
    return find(asked)
        .orElseThrow(
            () ->
                Unsupported.operation(
                    "AsyncAdmin." + asked.getName(), AdminRefusal.of(asked).reason()));
  }

  /** The counterpart of a method; empty if there is none. */
  static Optional<AdminCounterpart> find(Method asked) {
    if (asked.getName().equals("listTableDescriptorsByNamespace")) {
      // The one of the same parameters returns descriptors of HBase's older class.
      return find(
          asked, List.of(byte[].class), given -> List.of(Bytes.toBytes((String) given.get(0))));
    }
    List<Class<?>> types = List.of(asked.getParameterTypes());
    return find(asked, types, UnaryOperator.identity())
        .or(() -> find(asked, with(types, boolean.class), given -> with(given, false)))
        .or(() -> find(asked, with(types, Pattern.class), given -> with(given, ANY)))
        .or(
            () ->
                find(
                    asked,
                    concatenated(List.of(Pattern.class), types),
                    given -> concatenated(List.of(ANY), given)));
  }

  private static Optional<AdminCounterpart> find(
      Method asked, List<Class<?>> types, UnaryOperator<List<Object>> arguments) {
    try {
      Method method = Admin.class.getMethod(asked.getName(), types.toArray(Class<?>[]::new));
      return Optional.of(new AdminCounterpart(method, answer(asked), arguments));
    } catch (NoSuchMethodException e) {
      return Optional.empty();
    }
  }

  private static <T> List<T> with(List<T> list, T last) {
    return concatenated(list, List.of(last));
  }

  private static <T> List<T> concatenated(List<? extends T> first, List<? extends T> second) {
    List<T> both = new ArrayList<>(first);
    both.addAll(second);
    return both;
  }

  /** The answer in the form that is promised: an array as a list, or an optional. */
  private static UnaryOperator<Object> answer(Method asked) {
    boolean optional =
        asked.getGenericReturnType() instanceof ParameterizedType future
            && future.getActualTypeArguments()[0] instanceof ParameterizedType promised
            && promised.getRawType() == Optional.class;
    return given ->
        optional
            ? Optional.ofNullable(given).filter(value -> !value.equals(NEVER))
            : given instanceof Object[] array ? List.of(array) : given;
  }

  /** The method. */
  Method method() {
    return method;
  }

  /**
   * Calls it, and waits for the three clouds.
   *
   * @param given the arguments of the method of {@code AsyncAdmin}; null for none
   * @return what its future is completed with
   * @throws Exception what the call fails with
   */
  public Object call(Admin admin, Object[] given) throws Exception {
    List<Object> asked = given == null ? List.of() : Arrays.asList(given);
    if (method.getName().equals("listTableDescriptors")
        && asked.get(0) instanceof List<?> tables
        && tables.isEmpty()) {
      // Which is all tables to Admin, and none to AsyncAdmin.
      return List.of();
    }
    return answer.apply(AdminCall.of(method, arguments.apply(asked).toArray()).on(admin));
  }
}
