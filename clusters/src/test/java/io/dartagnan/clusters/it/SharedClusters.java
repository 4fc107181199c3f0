package io.dartagnan.clusters.it;

import java.io.IOException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests the one {@link LocalClusters} of their process: up with the first, down after the
 * last.
 */
final class SharedClusters implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(SharedClusters.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == LocalClusters.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent("clusters", key -> up(), LocalClusters.class);
  }

  private static LocalClusters up() {
    try {
      return LocalClusters.up("it-state-" + System.getProperty("clusters.fork", "0"), "--baseline");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ParameterResolutionException("interrupted while the clusters came up", e);
    } catch (IOException e) {
      throw new ParameterResolutionException("the clusters did not come up", e);
    }
  }
}
