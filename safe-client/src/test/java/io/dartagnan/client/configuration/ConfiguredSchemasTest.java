package io.dartagnan.client.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

class ConfiguredSchemasTest {
  private final Configuration conf = new Configuration(false);

  @Test
  void aTableWithoutDeclarationsGetsThoseOfItsPattern() {
    conf.set("dartagnan.schema.shop.*.default", "xor bytes(64)");
    conf.set("dartagnan.schema.shop.*.column.f:price.default", " additive int64 ");
    conf.set("dartagnan.schema.shop.*.column.g:*", "plain");
    conf.set("dartagnan.schema.shop.*.suite", "bogdanov");

    TableDescriptor completed = complete(table("shop.orders").build());

    assertThat(completed)
        .as("without the family that the table does not have")
        .isEqualTo(
            table("shop.orders")
                .setValue("dartagnan.default", "xor bytes(64)")
                .setValue("dartagnan.column.f:price.default", "additive int64")
                .setValue("dartagnan.suite", "bogdanov")
                .build());
    assertThat(complete(table("shopping").build())).isEqualTo(table("shopping").build());
  }

  @Test
  void whatATableDeclaresItselfCounts() {
    conf.set("dartagnan.schema.*.default", "plain");
    TableDescriptor own = table("t").setValue("dartagnan.column.f:q", "xor int64").build();

    assertThat(complete(own)).isEqualTo(own);
  }

  @Test
  void theLongestPatternCounts() {
    conf.set("dartagnan.schema.*.default", "plain");
    conf.set("dartagnan.schema.shop*.default", "xor int64");
    conf.set("dartagnan.schema.shop:orders.passed", "2");

    assertThat(complete(table("a:t").build()).getValue("dartagnan.default")).isEqualTo("plain");
    assertThat(complete(table("shop:t").build()).getValue("dartagnan.default"))
        .isEqualTo("xor int64");
    assertThat(schemas().passedTo(TableName.valueOf("shop:orders"))).contains(Party.P2);
    assertThat(schemas().passedTo(TableName.valueOf("shop:t"))).isEmpty();
  }

  @Test
  void twoPatternsThatFitEquallyWellAreRefused() {
    conf.set("dartagnan.schema.a*.default", "plain");
    conf.set("dartagnan.schema.*b.default", "plain");

    assertThatThrownBy(() -> complete(table("ab").build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "dartagnan.schema.*b and dartagnan.schema.a* fit table ab equally well; make one of"
                + " them longer");
    assertThat(complete(table("a").build()).getValue("dartagnan.default")).isEqualTo("plain");
  }

  @Test
  void everythingThatIsWrongIsSaidAtOnce() {
    conf.set("dartagnan.schema.a.default", "rot13 int64");
    conf.set("dartagnan.schema.b.column.f", "plain");
    conf.set("dartagnan.schema.c.passed", "3");
    conf.set("dartagnan.schema.d.passed", "0");
    conf.set("dartagnan.schema.d.default", "plain");

    assertThatThrownBy(this::schemas)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the configuration has schemas that cannot be used: ")
        .hasMessageContaining("dartagnan.schema.a.default: 'rot13' is not a scheme")
        .hasMessageContaining("dartagnan.schema.b.column.f: it is no key of a schema")
        .hasMessageContaining("dartagnan.schema.c.passed: it is '3'")
        .hasMessageContaining("dartagnan.schema.d declares columns and is passed to one cloud");
  }

  private ConfiguredSchemas schemas() {
    return ConfiguredSchemas.of(conf);
  }

  private TableDescriptor complete(TableDescriptor table) {
    return schemas().complete(table);
  }

  private static TableDescriptorBuilder table(String name) {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"));
  }
}
