package io.dartagnan.ycsb.report;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The packages of the report. */
@AnalyzeClasses(packages = "io.dartagnan.ycsb", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule EACH_PACKAGE_USES_THOSE_BEFORE_IT =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("plan")
          .definedBy("..report.plan")
          .layer("result")
          .definedBy("..report.result")
          .layer("turn")
          .definedBy("..report.turn")
          .layer("page")
          .definedBy("..report.page")
          .layer("report")
          .definedBy("io.dartagnan.ycsb.report")
          .whereLayer("plan")
          .mayNotAccessAnyLayer()
          .whereLayer("result")
          .mayOnlyAccessLayers("plan")
          .whereLayer("turn")
          .mayOnlyAccessLayers("plan", "result")
          .whereLayer("page")
          .mayOnlyAccessLayers("plan", "result");

  @ArchTest
  static final ArchRule WHAT_IS_MEASURED_DOES_NOT_KNOW_THE_REPORT =
      noClasses()
          .that()
          .resideOutsideOfPackage("..ycsb.report..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..ycsb.report..");

  @ArchTest
  static final ArchRule PLOTS_ARE_DRAWN_IN_ONE_PACKAGE =
      noClasses()
          .that()
          .resideOutsideOfPackage("..report.page")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.knowm..", "java.awt..");
}
