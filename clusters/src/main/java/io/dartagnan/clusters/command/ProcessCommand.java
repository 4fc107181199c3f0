package io.dartagnan.clusters.command;

import io.dartagnan.clusters.machine.Instance;
import io.dartagnan.clusters.process.Role;
import java.util.concurrent.Callable;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Command about one of the processes. */
abstract class ProcessCommand implements Callable<Integer> {
  @ParentCommand private LocalCommand local;

  @Parameters(paramLabel = "CLOUD", converter = RoleConverter.class, description = Role.TYPED + ".")
  private Role role;

  final Instance instance() {
    return local.instance();
  }

  final Role role() {
    return role;
  }
}
