package io.dartagnan.client.admin;

import io.dartagnan.client.rpc.CloudConsensus;
import io.dartagnan.schema.InnerDescriptor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.hbase.HTableDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** Descriptors that all three clouds have alike, returned as the application declared them. */
@SuppressWarnings("deprecation") // Programs of HBase 1 ask for HTableDescriptor.
final class Descriptions {
  private final CloudAdmins admins;
  private final PassedCalls passed;

  Descriptions(CloudAdmins admins, PassedCalls passed) {
    this.admins = admins;
    this.passed = passed;
  }

  /** The answer to a question for one descriptor or for several, of the type that it returns. */
  Object of(AdminCall call) throws IOException {
    List<Object> answers = admins.ask(call);
    Class<?> type = call.method().getReturnType();
    if (answers.get(0) instanceof TableDescriptor) {
      TableDescriptor one = declared(answers.stream().map(TableDescriptor.class::cast).toList());
      return type == HTableDescriptor.class ? new HTableDescriptor(one) : one;
    }
    List<TableDescriptor> several = several(call, answers);
    return type == HTableDescriptor[].class
        ? several.stream().map(HTableDescriptor::new).toArray(HTableDescriptor[]::new)
        : several;
  }

  private List<TableDescriptor> several(AdminCall call, List<Object> answers) throws IOException {
    List<List<TableDescriptor>> all = answers.stream().map(Descriptions::list).toList();
    List<List<TableDescriptor>> lists = passed.ofAll(all, Descriptions::name);
    CloudConsensus.on(call.toString(), lists, Descriptions::names);
    List<TableDescriptor> declared = new ArrayList<>();
    for (TableDescriptor first : lists.get(0)) {
      declared.add(
          declared(
              lists.stream()
                  .flatMap(List::stream)
                  .filter(each -> each.getTableName().equals(first.getTableName()))
                  .toList()));
    }
    declared.addAll(passed.ofOne(all, Descriptions::name));
    return declared;
  }

  private static Optional<TableName> name(TableDescriptor table) {
    return Optional.of(table.getTableName());
  }

  private static TableDescriptor declared(List<TableDescriptor> byCloud) throws IOException {
    return InnerDescriptor.declared(CloudConsensus.onDeclarations(byCloud));
  }

  private static List<TableDescriptor> list(Object answer) {
    Collection<?> descriptors =
        answer instanceof Object[] array ? Arrays.asList(array) : (Collection<?>) answer;
    return descriptors.stream().map(TableDescriptor.class::cast).toList();
  }

  private static Collection<String> names(List<TableDescriptor> descriptors) {
    return new TreeSet<>(
        descriptors.stream().map(each -> each.getTableName().getNameAsString()).toList());
  }
}
