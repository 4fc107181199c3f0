package io.dartagnan.clusters.hbasetests;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/**
 * Loader of HBase's tests, and of all that they use, with other classes in place of some.
 *
 * <p>HBase's client is loaded here once more, as the tests are in its packages and call what is
 * visible there alone. JUnit is the caller's.
 */
public final class RewritingLoader extends URLClassLoader {
  private static final String HERE = RewritingLoader.class.getPackageName().replace('.', '/');

  private static final Map<String, String> INSTEAD =
      Map.of(
          "org/apache/hadoop/hbase/HBaseTestingUtility", HERE + "/CloudsUtility",
          "org/apache/hadoop/hbase/HBaseClassTestRule", HERE + "/ClassDeadline");

  private static final List<String> OF_THE_CALLER =
      List.of("java.", "javax.", "jdk.", "sun.", "org.junit.", "junit.", "org.hamcrest.");

  private static final String CATEGORY = "Lorg/junit/experimental/categories/Category;";

  static {
    registerAsParallelCapable();
  }

  /** A loader over this program's class path. */
  public RewritingLoader() {
    super(urls(System.getProperty("java.class.path")), RewritingLoader.class.getClassLoader());
  }

  private static URL[] urls(String classPath) {
    return Arrays.stream(classPath.split(File.pathSeparator))
        .map(RewritingLoader::url)
        .toArray(URL[]::new);
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(entry, e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (OF_THE_CALLER.stream().anyMatch(name::startsWith)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        try {
          loaded = findClass(name);
        } catch (ClassNotFoundException e) {
          return super.loadClass(name, resolve);
        }
      }
      return loaded;
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    URL resource = findResource(name.replace('.', '/') + ".class");
    if (resource == null || !resource.toString().contains("-tests.jar!/org/apache/hadoop/hbase")) {
      return super.findClass(name);
    }
    try (InputStream stream = resource.openStream()) {
      byte[] rewritten = rewritten(stream.readAllBytes());
      return defineClass(name, rewritten, 0, rewritten.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private static byte[] rewritten(byte[] original) {
    ClassWriter writer = new ClassWriter(0);
    // Categories are classes of yet another jar, which nobody asks for here.
    ClassVisitor uncategorised =
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            return descriptor.equals(CATEGORY) ? null : super.visitAnnotation(descriptor, visible);
          }
        };
    new ClassReader(original)
        .accept(new ClassRemapper(uncategorised, new SimpleRemapper(INSTEAD)), 0);
    return writer.toByteArray();
  }
}
