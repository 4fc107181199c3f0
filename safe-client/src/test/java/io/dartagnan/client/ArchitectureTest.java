package io.dartagnan.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Dependencies between the packages of the client. */
@AnalyzeClasses(
    packages = "io.dartagnan.client",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("io.dartagnan.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule partsDoNotKnowTheConnectionTheyBelongTo =
      noClasses()
          .that()
          .resideInAPackage("io.dartagnan.client.*..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.dartagnan.client");
}
