package io.dartagnan.client.async;

import io.dartagnan.client.admin.AdminCounterpart;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncAdmin;

/**
 * The {@link AsyncAdmin} of three clouds: each method is the one of {@link Admin} that {@link
 * AdminCounterpart} names, as a call. A proxy, since releases of HBase differ in what the interface
 * holds.
 */
final class SafeAsyncAdmin implements InvocationHandler {
  private final AsyncParts parts;

  private SafeAsyncAdmin(AsyncParts parts) {
    this.parts = parts;
  }

  static AsyncAdmin of(AsyncParts parts) {
    return (AsyncAdmin)
        Proxy.newProxyInstance(
            SafeAsyncAdmin.class.getClassLoader(),
            new Class<?>[] {AsyncAdmin.class},
            new SafeAsyncAdmin(parts));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) {
    if (method.getDeclaringClass() == Object.class) {
      return switch (method.getName()) {
        case "hashCode" -> System.identityHashCode(proxy);
        case "equals" -> proxy == arguments[0];
        default -> "asynchronous admin of three clouds";
      };
    }
    return parts.call(
        connection -> {
          AdminCounterpart counterpart = AdminCounterpart.of(method);
          try (Admin admin = connection.getAdmin()) {
            return counterpart.call(admin, arguments);
          }
        });
  }
}
