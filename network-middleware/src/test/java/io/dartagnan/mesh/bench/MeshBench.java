package io.dartagnan.mesh.bench;

import io.dartagnan.mpc.bench.Bench;
import io.dartagnan.mpc.bench.Exchanges;
import io.dartagnan.mpc.bench.MemoryExchanges;
import io.dartagnan.mpc.suite.ProtocolSuites;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;

/** The bench in memory, then over the mesh. */
public final class MeshBench {
  private MeshBench() {}

  /** Takes the options of {@link Bench}. */
  public static void main(String[] arguments) {
    System.exit(command().execute(arguments));
  }

  static CommandLine command() {
    Map<String, Exchanges.Starter> exchanges = new LinkedHashMap<>();
    exchanges.put("memory", MemoryExchanges::new);
    exchanges.put("tls", MeshExchanges::start);
    return Bench.command(exchanges, ProtocolSuites.installed());
  }
}
