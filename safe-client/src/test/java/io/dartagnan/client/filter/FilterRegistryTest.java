package io.dartagnan.client.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.JarURLConnection;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.Filter;
import org.junit.jupiter.api.Test;

/** HBase's jars hold no filter and no comparator that the registries do not. */
class FilterRegistryTest {

  @Test
  void everyFilterOfHBaseHasOneAdapter() throws Exception {
    List<Class<?>> types =
        FilterRegistry.adapters().stream().<Class<?>>map(FilterRegistry.Adapter::type).toList();

    assertThat(types).doesNotHaveDuplicates();
    assertThat(Set.copyOf(types)).isEqualTo(concreteClasses(Filter.class));
  }

  @Test
  void everyComparatorOfHBaseHasOneAdapter() throws Exception {
    List<Class<?>> types =
        ComparatorRegistry.adapters().stream()
            .<Class<?>>map(ComparatorRegistry.Adapter::type)
            .filter(type -> type != WordComparator.class)
            .toList();

    assertThat(types).doesNotHaveDuplicates();
    assertThat(Set.copyOf(types)).isEqualTo(concreteClasses(ByteArrayComparable.class));
  }

  /** Of the jars that a filter and a comparator are in. */
  private static Set<Class<?>> concreteClasses(Class<?> parent) throws Exception {
    Set<Class<?>> found = new HashSet<>();
    for (Class<?> inJar : List.of(Filter.class, BinaryComparator.class, parent)) {
      for (String name : classNames(inJar)) {
        Class<?> type = Class.forName(name, false, parent.getClassLoader());
        if (parent.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers())) {
          found.add(type);
        }
      }
    }
    assertThat(found).hasSizeGreaterThan(5);
    return found;
  }

  private static Set<String> classNames(Class<?> inJar) throws IOException {
    String folder = inJar.getPackageName().replace('.', '/') + "/";
    String own = folder + inJar.getSimpleName() + ".class";
    URI location = URI.create(inJar.getClassLoader().getResource(own).toString());
    try (JarFile jar = ((JarURLConnection) location.toURL().openConnection()).getJarFile()) {
      return jar.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.startsWith(folder) && name.endsWith(".class"))
          .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
          .collect(Collectors.toSet());
    }
  }
}
