package io.dartagnan.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Dependencies between the packages of the command line. */
@AnalyzeClasses(packages = "io.dartagnan.cli", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("io.dartagnan.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule theProgramIsKnownToNobody =
      noClasses()
          .that()
          .resideInAPackage("io.dartagnan.cli.*..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.dartagnan.cli");
}
