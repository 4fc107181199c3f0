package io.dartagnan.ycsb;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The packages of this module, and who knows that there are three clouds. */
@AnalyzeClasses(packages = "io.dartagnan.ycsb", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule EACH_PACKAGE_USES_THOSE_BEFORE_IT =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("model")
          .definedBy("..ycsb.model")
          .layer("hbase")
          .definedBy("..ycsb.hbase")
          .layer("workload")
          .definedBy("..ycsb.workload")
          .layer("ycsb")
          .definedBy("io.dartagnan.ycsb")
          .layer("run")
          .definedBy("..ycsb.run")
          .whereLayer("model")
          .mayNotAccessAnyLayer()
          .whereLayer("hbase")
          .mayOnlyAccessLayers("model")
          .whereLayer("workload")
          .mayOnlyAccessLayers("model", "hbase")
          .whereLayer("ycsb")
          .mayOnlyAccessLayers("model", "hbase", "workload")
          .whereLayer("run")
          .mayOnlyAccessLayers("hbase", "workload");

  @ArchTest
  static final ArchRule OPERATIONS_KNOW_THE_HBASE_API_ALONE =
      noClasses()
          .that()
          .resideOutsideOfPackage("..ycsb.hbase")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.dartagnan.client..", "io.dartagnan.schema..", "io.dartagnan.mpc..");
}
