package io.dartagnan.clusters.it;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests the {@link RunningContainers} of their process: up with the first, down after the
 * last, or before a class that wants others.
 */
final class SharedContainers implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(SharedContainers.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == RunningContainers.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    OnContainers wanted = context.getRequiredTestClass().getAnnotation(OnContainers.class);
    return context
        .getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE)
        .getOrComputeIfAbsent("containers", key -> new Held(), Held.class)
        .with(List.of(wanted.value()));
  }

  /** The ones that are up, and what they were brought up with. */
  private static final class Held implements AutoCloseable {
    private final List<String> options = new ArrayList<>();
    private RunningContainers containers;

    RunningContainers with(List<String> wanted) {
      if (containers == null || !options.equals(wanted)) {
        close();
        options.clear();
        options.addAll(wanted);
        containers = up(wanted);
      }
      return containers;
    }

    private static RunningContainers up(List<String> options) {
      try {
        return RunningContainers.up(options);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ParameterResolutionException("interrupted while the containers came up", e);
      } catch (IOException e) {
        throw new ParameterResolutionException("the containers did not come up", e);
      }
    }

    @Override
    public void close() {
      if (containers != null) {
        containers.close();
        containers = null;
      }
    }
  }
}
