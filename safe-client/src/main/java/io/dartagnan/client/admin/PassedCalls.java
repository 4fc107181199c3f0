package io.dartagnan.client.admin;

import io.dartagnan.client.rpc.PassedTables;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** Calls of {@code Admin} about tables that one cloud has without protection. */
final class PassedCalls {
  private final CloudAdmins admins;
  private final PassedTables passed;

  PassedCalls(CloudAdmins admins, PassedTables passed) {
    this.admins = admins;
    this.passed = passed;
  }

  /**
   * The cloud that a call is for; empty where it is for all three.
   *
   * @throws IllegalArgumentException if the tables that it names are in different places
   */
  Optional<Party> cloudOf(AdminCall call) throws IOException {
    List<Optional<Party>> clouds = new ArrayList<>();
    for (TableName table : call.tables()) {
      clouds.add(passed.cloudOf(table));
    }
    if (clouds.stream().distinct().count() > 1) {
      throw new IllegalArgumentException(
          "%s was given tables that are not on the same clouds: %s"
              .formatted(call.name(), call.tables()));
    }
    return clouds.isEmpty() ? Optional.empty() : clouds.get(0);
  }

  /** Makes a call on one cloud alone. */
  Object on(Party cloud, AdminCall call) throws IOException {
    call.arguments().stream()
        .filter(TableDescriptor.class::isInstance)
        .forEach(table -> PassedTables.requireUndeclared((TableDescriptor) table));
    return admins.call(cloud, call);
  }

  /** What each cloud lists of tables that all three have. */
  <T> List<List<T>> ofAll(List<List<T>> byCloud, Function<T, Optional<TableName>> table) {
    return byCloud.stream()
        .map(list -> list.stream().filter(each -> cloudOf(table.apply(each)).isEmpty()).toList())
        .toList();
  }

  /** What the clouds list of tables that they have alone, each of its own. */
  <T> List<T> ofOne(List<List<T>> byCloud, Function<T, Optional<TableName>> table) {
    List<T> alone = new ArrayList<>();
    for (Party party : admins.placement().clouds()) {
      byCloud.get(party.index()).stream()
          .filter(each -> cloudOf(table.apply(each)).equals(Optional.of(party)))
          .forEach(alone::add);
    }
    return alone;
  }

  /** The cloud that has a table alone; empty where it is none of those. */
  Optional<Party> cloudOf(Optional<TableName> table) {
    return table.flatMap(passed.configured()::passedTo);
  }
}
