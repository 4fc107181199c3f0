package io.dartagnan.client.filter.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.yetus.audience.InterfaceAudience;
import org.junit.jupiter.api.Test;

class RandomFiltersTest {
  private final RandomTable table = RandomTable.of(1);
  private final RandomFilters filters = new RandomFilters(new Random(2), table);

  @Test
  void makesEveryFilterClassOfHBase() throws Exception {
    Set<String> made = names(filters.classes());
    made.remove(ScriptedFilter.class.getName());

    assertThat(made).isEqualTo(concreteClasses(Filter.class));
  }

  @Test
  void makesEveryComparatorClassOfHBase() throws Exception {
    assertThat(names(filters.comparatorClasses()))
        .isEqualTo(concreteClasses(ByteArrayComparable.class));
  }

  @Test
  void usesEveryFilterClass() {
    Set<Class<?>> seen = new HashSet<>();
    for (int i = 0; i < 3000; i++) {
      addClasses(filters.next(), seen);
    }

    assertThat(seen).containsAll(filters.classes());
  }

  @Test
  void repeatsAQueryFromItsSeed() throws IOException {
    for (long seed = 0; seed < 200; seed++) {
      RandomQuery query = RandomQuery.of(table, seed);

      assertThat(query).hasToString(RandomQuery.of(table, seed).toString());
    }
  }

  private static void addClasses(Filter filter, Set<Class<?>> classes) {
    classes.add(filter.getClass());
    if (filter instanceof FilterList list) {
      list.getFilters().forEach(child -> addClasses(child, classes));
    } else if (filter instanceof SkipFilter skip) {
      addClasses(skip.getFilter(), classes);
    } else if (filter instanceof WhileMatchFilter match) {
      addClasses(match.getFilter(), classes);
    }
  }

  private static Set<String> names(Set<? extends Class<?>> classes) {
    Set<String> names = new TreeSet<>();
    classes.forEach(type -> names.add(type.getName()));
    return names;
  }

  /** The classes of the jar that a program may use: not those that HBase keeps for itself. */
  private static Set<String> concreteClasses(Class<?> supertype)
      throws IOException, ReflectiveOperationException, URISyntaxException {
    Path jar =
        Path.of(BinaryComparator.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> entries;
    try (JarFile file = new JarFile(jar.toFile())) {
      entries = file.stream().map(entry -> entry.getName()).toList();
    }
    Set<String> classes = new TreeSet<>();
    for (String entry : entries) {
      if (entry.startsWith("org/apache/hadoop/hbase/filter/") && entry.endsWith(".class")) {
        String name = entry.substring(0, entry.length() - ".class".length()).replace('/', '.');
        Class<?> type = Class.forName(name, false, supertype.getClassLoader());
        if (supertype.isAssignableFrom(type)
            && !Modifier.isAbstract(type.getModifiers())
            && !type.isAnnotationPresent(InterfaceAudience.Private.class)) {
          classes.add(name);
        }
      }
    }
    assertThat(classes).hasSizeGreaterThan(8);
    return classes;
  }
}
