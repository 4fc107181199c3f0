package io.dartagnan.programs;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.camel.CamelContext;
import org.apache.camel.ConsumerTemplate;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.hbase.HBaseAttribute;
import org.apache.camel.component.hbase.HBaseConstants;
import org.apache.camel.component.hbase.model.HBaseCell;
import org.apache.camel.component.hbase.model.HBaseData;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** Routes of Apache Camel that keep letters in HBase and read them; prints what they read. */
public final class Letters extends RouteBuilder {
  private static final String TABLE = "letters";
  private static final String FAMILY = "letter";
  private static final String TEXT = "text";
  private static final String ROW = HBaseAttribute.HBASE_ROW_ID.asHeader();
  private static final String VALUE = HBaseAttribute.HBASE_VALUE.asHeader();
  private static final String POLL = "poll";
  private static final Duration POLL_DEADLINE = Duration.ofSeconds(60);

  /** Exits by itself, since threads of Camel's component go on after its end, with any HBase. */
  public static void main(String[] arguments) {
    int exit = 0;
    try {
      createTable();
      runRoutes();
    } catch (Exception e) {
      e.printStackTrace();
      exit = 1;
    }
    System.exit(exit);
  }

  private static void runRoutes() throws Exception {
    CamelContext context = new DefaultCamelContext();
    context.addRoutes(new Letters());
    context.start();
    try {
      change(context.createProducerTemplate());
      context.getRouteController().startRoute(POLL);
      System.out.println("polled " + poll(context.createConsumerTemplate()));
    } finally {
      context.stop();
    }
  }

  private static void createTable() throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create());
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TableName.valueOf(TABLE))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
    }
  }

  @Override
  public void configure() {
    for (String operation :
        List.of(
            HBaseConstants.PUT,
            HBaseConstants.GET,
            HBaseConstants.SCAN,
            HBaseConstants.APPEND,
            HBaseConstants.INCREMENT,
            HBaseConstants.DELETE)) {
      from("direct:" + operation).to("hbase:" + TABLE + "?operation=" + operation);
    }
    // Started once the letters are as they stay: a poll before that brings what they were.
    from("hbase:" + TABLE + "?remove=false").routeId(POLL).autoStartup(false).to("seda:poll");
  }

  private static void change(ProducerTemplate producer) {
    send(producer, HBaseConstants.PUT, "l1", TEXT, "the musketeers ride at dawn");
    send(producer, HBaseConstants.PUT, "l2", TEXT, "the diamonds are in London");
    send(producer, HBaseConstants.PUT, "l3", TEXT, "milady knows everything");
    System.out.println("get " + get(producer, "l2"));
    System.out.println("scan " + scan(producer));
    send(producer, HBaseConstants.APPEND, "l3", TEXT, ", almost");
    send(producer, HBaseConstants.INCREMENT, "l1", "readers", 3L);
    send(producer, HBaseConstants.INCREMENT, "l1", "readers", 4L);
    System.out.println("appended " + get(producer, "l3"));
    producer.sendBodyAndHeader("direct:" + HBaseConstants.DELETE, "", ROW, "l2");
    System.out.println("deleted " + get(producer, "l2"));
  }

  private static void send(
      ProducerTemplate producer, String operation, String row, String column, Object value) {
    Map<String, Object> headers = new HashMap<>(cell(row, column, value.getClass()));
    headers.put(VALUE, value);
    producer.sendBodyAndHeaders("direct:" + operation, "", headers);
  }

  private static Object get(ProducerTemplate producer, String row) {
    return headers(producer, HBaseConstants.GET, cell(row, TEXT, String.class)).get(VALUE);
  }

  /** The texts of all letters: those behind the first have a number at the end of their header. */
  private static Collection<Object> scan(ProducerTemplate producer) {
    Map<String, Object> answer =
        headers(producer, HBaseConstants.SCAN, cell("l1", TEXT, String.class));
    return List.of(answer.get(VALUE), answer.get(VALUE + 2), answer.get(VALUE + 3));
  }

  private static Map<String, Object> headers(
      ProducerTemplate producer, String operation, Map<String, Object> headers) {
    Exchange answer =
        producer.request(
            "direct:" + operation, exchange -> exchange.getIn().setHeaders(new HashMap<>(headers)));
    if (answer.getException() != null) {
      throw new IllegalStateException(answer.getException());
    }
    return answer.getMessage().getHeaders();
  }

  private static Map<String, Object> cell(String row, String column, Class<?> type) {
    return Map.of(
        ROW,
        row,
        HBaseAttribute.HBASE_FAMILY.asHeader(),
        FAMILY,
        HBaseAttribute.HBASE_QUALIFIER.asHeader(),
        column,
        HBaseAttribute.HBASE_VALUE_TYPE.asHeader(),
        type.getName());
  }

  /** The rows that the route from the table brings, until it begins again with the first. */
  private static Set<Object> poll(ConsumerTemplate consumer) {
    Set<Object> texts = new TreeSet<>();
    while (true) {
      HBaseData row = consumer.receiveBody("seda:poll", POLL_DEADLINE.toMillis(), HBaseData.class);
      for (HBaseCell cell : row.getRows().get(0).getCells()) {
        if (cell.getQualifier().equals(TEXT) && !texts.add(cell.getValue())) {
          return texts;
        }
      }
    }
  }
}
