package io.dartagnan.programs;

import java.util.TreeSet;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.janusgraph.core.Cardinality;
import org.janusgraph.core.JanusGraph;
import org.janusgraph.core.JanusGraphFactory;
import org.janusgraph.core.schema.JanusGraphManagement;
import org.janusgraph.example.GraphOfTheGodsFactory;

/**
 * A program that keeps JanusGraph's graph of the gods in HBase, and prints what it finds there:
 * {@code load}, or {@code change} of what is there.
 */
public final class Gods {
  private static final int PATIENTS = 50;

  private Gods() {}

  public static void main(String[] arguments) {
    try (JanusGraph graph =
        JanusGraphFactory.build()
            .set("storage.backend", "hbase")
            .set("storage.hbase.table", "gods")
            .open()) {
      switch (arguments[0]) {
        case "load" -> load(graph);
        case "change" -> change(graph);
        default -> throw new IllegalArgumentException("load or change, not " + arguments[0]);
      }
      print(graph.traversal());
    }
  }

  private static void load(JanusGraph graph) {
    GraphOfTheGodsFactory.loadWithoutMixedIndex(graph, true);
    JanusGraphManagement management = graph.openManagement();
    management
        .makePropertyKey("illness")
        .dataType(String.class)
        .cardinality(Cardinality.SINGLE)
        .make();
    management
        .makePropertyKey("visits")
        .dataType(Long.class)
        .cardinality(Cardinality.SINGLE)
        .make();
    management.makeVertexLabel("patient").make();
    management.makeEdgeLabel("infects").make();
    management.commit();
    GraphTraversalSource g = graph.traversal();
    Vertex before = null;
    for (int i = 0; i < PATIENTS; i++) {
      Vertex patient =
          g.addV("patient")
              .property("illness", "illness of patient " + i)
              .property("visits", (long) i)
              .next();
      if (before != null) {
        g.addE("infects").from(before).to(patient).iterate();
      }
      before = patient;
    }
    g.tx().commit();
  }

  /** Overwrites, deletes and adds. */
  private static void change(JanusGraph graph) {
    GraphTraversalSource g = graph.traversal();
    g.V()
        .hasLabel("patient")
        .has("visits", 7L)
        .property("illness", "cured of everything")
        .iterate();
    g.V().hasLabel("patient").has("visits", 9L).drop().iterate();
    g.V().has("name", "saturn").property("age", 10001).iterate();
    g.tx().commit();
  }

  private static void print(GraphTraversalSource g) {
    show("vertices", g.V().count().next());
    show("edges", g.E().count().next());
    show(
        "grandfather of hercules",
        g.V().has("name", "hercules").out("father").out("father").values("name").toList());
    show(
        "fought later",
        new TreeSet<>(
            g.V()
                .has("name", "hercules")
                .outE("battled")
                .has("time", P.gt(1))
                .inV()
                .values("name")
                .toList()));
    show("reasons", new TreeSet<>(g.V().outE("lives").values("reason").toList()));
    show("age of saturn", g.V().has("name", "saturn").values("age").toList());
    show("illness", g.V().hasLabel("patient").has("visits", 7L).values("illness").toList());
    show("visits", g.V().hasLabel("patient").values("visits").sum().next());
    show(
        "infected",
        g.V()
            .hasLabel("patient")
            .has("visits", 0L)
            .repeat(__.out("infects"))
            .emit()
            .count()
            .next());
  }

  private static void show(String what, Object value) {
    System.out.println(what + ": " + value);
  }
}
