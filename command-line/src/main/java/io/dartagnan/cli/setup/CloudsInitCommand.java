package io.dartagnan.cli.setup;

import io.dartagnan.cli.setup.ThreeClouds.CloudPlace;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.mpc.Party;
import io.dartagnan.provisioning.RedisAccount;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes the folders of three operators and of the applications' team. */
@Command(
    name = "init",
    description = {
      "Make, of one description of three clouds, a folder for each of their operators, for the",
      "applications' team and for whoever runs Redis: settings, passwords, rules for the firewall and",
      "a checklist with the commands by which each makes its own keys. No private key is made here.",
      "Nothing is sent anywhere."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "A description is YAML; those with a value in brackets may be left out:",
      "",
      "  clouds:                        # three, of party 0, 1 and 2",
      "    - masters: [m0.north.example]",
      "      region-servers: [rs0.north.example, rs1.north.example:16021]     # [port 16020]",
      "      master-port: 16000         # [16000]",
      "      zookeeper: [zk.north.example]   # [the masters]",
      "      zookeeper-port: 2181       # [2181]",
      "      mesh-hosts: [mesh0.north.example, ...]   # [the region-servers] one for each of them, where the",
      "                                 # mesh has a network of its own",
      "      mesh-port: 18600           # [18600]",
      "      files: /etc/dartagnan      # [/etc/dartagnan] where its machines keep keys",
      "    - ...",
      "    - ...",
      "  redis: rediss://redis.example:6379    # [a list of all RegionServers instead]",
      "  redis-files: /etc/redis        # [/etc/redis] where its machine keeps settings, users and key",
      "  client:",
      "    hosts: [app0.example]        # who may reach HBase",
      "    files: /etc/dartagnan        # [/etc/dartagnan]",
      "  encrypted: true                # [true] HBase's own TLS from the applications to the clouds"
    })
public final class CloudsInitCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The description.")
  private Path description;

  @Option(
      names = "--to",
      paramLabel = "FOLDER",
      required = true,
      description = "Where the folders are made; it must not be there yet.")
  private Path folder;

  @Override
  public Integer call() {
    ThreeClouds clouds = Description.read(description);
    List<FileSet> sets = sets(clouds);
    write(sets);
    PrintWriter out = spec.commandLine().getOut();
    for (FileSet set : sets) {
      out.println(folder.resolve(set.name()));
    }
    out.println(
        "give each folder to whom it is for, by a way that nobody else reads, and delete it here; each has a CHECKLIST.md");
    return 0;
  }

  private static List<FileSet> sets(ThreeClouds clouds) {
    List<RedisAccount> inRedis =
        Party.ALL.stream()
            .map(party -> new RedisAccount(party.index(), Password.draw().reveal()))
            .toList();
    List<FileSet> sets = new ArrayList<>();
    for (CloudPlace cloud : clouds.clouds()) {
      sets.add(new CloudFiles(clouds, cloud, inRedis.get(cloud.party().index())).files());
    }
    sets.add(new ClientFiles(clouds).files());
    clouds.redis().ifPresent(at -> sets.add(new RedisFiles(clouds, at, inRedis).files()));
    return sets;
  }

  private void write(List<FileSet> sets) {
    try {
      FileSet.makeFolder(folder);
      for (FileSet set : sets) {
        set.write(folder);
      }
    } catch (FileAlreadyExistsException e) {
      throw CommandException.usage(
          "%s is there already; name a folder that is not, since passwords are never replaced"
              .formatted(folder));
    } catch (IOException e) {
      throw new CommandException("%s cannot be made: %s".formatted(folder, e), e);
    }
  }
}
