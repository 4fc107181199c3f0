package io.dartagnan.server;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Dependencies between packages, across all modules that the server sees. */
@AnalyzeClasses(
    packages = "io.dartagnan",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class ArchitectureTest {

  /** Leaves out what other modules publish for tests. */
  static final class NoTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar") && !location.contains("/mpc-testkit/");
    }
  }

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("io.dartagnan.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule theLibraryKnowsTheJdkAlone =
      classes()
          .that()
          .resideInAPackage("io.dartagnan.mpc..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.dartagnan.mpc..", "java..", "javax.crypto..");

  @ArchTest
  static final ArchRule theMeshKnowsTheLibraryAlone =
      noClasses()
          .that()
          .resideInAPackage("io.dartagnan.mesh..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.dartagnan.discovery..",
              "io.dartagnan.schema..",
              "io.dartagnan.wire..",
              "io.dartagnan.query..",
              "io.dartagnan.server..",
              "org.apache.hadoop..",
              "redis..");

  @ArchTest
  static final ArchRule othersUseOnlyWhatTheMeshOffers =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.dartagnan.mesh..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.dartagnan.mesh..")
                  .and(
                      resideOutsideOfPackages(
                          "io.dartagnan.mesh",
                          "io.dartagnan.mesh.session",
                          "io.dartagnan.mesh.tls")));

  @ArchTest
  static final ArchRule discoveryKnowsNoOtherModule =
      noClasses()
          .that()
          .resideInAPackage("io.dartagnan.discovery..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.dartagnan.mpc..",
              "io.dartagnan.mesh..",
              "io.dartagnan.schema..",
              "io.dartagnan.wire..",
              "io.dartagnan.query..",
              "io.dartagnan.server..",
              "io.netty..",
              "org.apache.hadoop..");

  @ArchTest
  static final ArchRule theServerKnowsNoClient =
      noClasses()
          .that()
          .resideInAPackage("io.dartagnan.server..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.dartagnan.client..");

  @ArchTest
  static final ArchRule queriesKnowNoHBase =
      noClasses()
          .that()
          .resideInAPackage("io.dartagnan.server.query..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.hadoop..", "io.dartagnan.server.storage..");

  @ArchTest
  static final ArchRule theTableModelStandsBelowClientAndServer =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.dartagnan.schema..", "io.dartagnan.wire..", "io.dartagnan.query..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.dartagnan.client..", "io.dartagnan.server..");

  @ArchTest
  static final ArchRule theBlocksOfASuiteAreItsOwn =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.dartagnan.mpc.araki..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.dartagnan.mpc.araki.masked");

  @ArchTest
  static final ArchRule circuitsAreForSuites =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.dartagnan.mpc.araki..",
              "io.dartagnan.mpc.verified",
              "io.dartagnan.mpc.replicated")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.dartagnan.mpc.replicated");

  @ArchTest
  static final ArchRule onlyASuiteMayOpenAResult =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.dartagnan.mpc.suite",
              "io.dartagnan.mpc.evaluation",
              "io.dartagnan.mpc.bogdanov",
              "io.dartagnan.mpc.araki")
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("io.dartagnan.mpc.suite.Opening");
}
