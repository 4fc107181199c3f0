package io.dartagnan.clusters.it;

import io.dartagnan.server.ServerKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.io.crypto.tls.X509Util;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests the one {@link LocalClusters} of their process: up with the first, down after the
 * last. The system property {@code clusters.state} names its state folder, and {@code
 * clusters.options} has further options for {@code clusters/local up}.
 *
 * <p>They live as long as the launcher's session, since Maven has a process run its classes one by
 * one, each as a run of its own.
 */
public final class SharedClusters implements ParameterResolver {
  /** HBase computes its TLS with the JDK. */
  static final String JDK_TLS = X509Util.TLS_USE_OPENSSL + "=false";

  private static final Namespace NAMESPACE = Namespace.create(SharedClusters.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == LocalClusters.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE)
        .getOrComputeIfAbsent("clusters", key -> up(), LocalClusters.class);
  }

  private static LocalClusters up() {
    try {
      List<String> options = new ArrayList<>(List.of("--baseline"));
      options.addAll(
          List.of(
              "--set", ServerKeys.LEFTOVER_AGE_MS + "=" + LocalClusters.LEFTOVER_AGE.toMillis()));
      // The clouds have OpenSSL for it, as their clients here have, but not the command line.
      options.addAll(List.of("--set", "dartagnan.baseline." + JDK_TLS));
      String further = System.getProperty("clusters.options", "").strip();
      if (!further.contains(ServerKeys.MARKERS_KEPT_MS)) {
        // Tests have a cloud lose versions by a delete that it then forgets.
        options.addAll(List.of("--set", ServerKeys.MARKERS_KEPT_MS + "=0"));
      }
      if (!further.isEmpty()) {
        options.addAll(List.of(further.split(" +")));
      }
      return LocalClusters.up(
          System.getProperty("clusters.state", "it-state"), options.toArray(String[]::new));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ParameterResolutionException("interrupted while the clusters came up", e);
    } catch (IOException e) {
      throw new ParameterResolutionException("the clusters did not come up", e);
    }
  }
}
