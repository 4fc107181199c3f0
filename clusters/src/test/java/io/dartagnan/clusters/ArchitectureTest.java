package io.dartagnan.clusters;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The packages of this module and which may use which. */
@AnalyzeClasses(packages = "io.dartagnan.clusters", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule EACH_PACKAGE_USES_THOSE_BEFORE_IT =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("terminal")
          .definedBy("..clusters.terminal")
          .layer("files")
          .definedBy("..clusters.files")
          .layer("process")
          .definedBy("..clusters.process")
          .layer("deployment")
          .definedBy("..clusters.deployment")
          .layer("redis")
          .definedBy("..clusters.redis")
          .layer("certs")
          .definedBy("..clusters.certs")
          .layer("hbase")
          .definedBy("..clusters.hbase")
          .layer("machine")
          .definedBy("..clusters.machine")
          .layer("containers")
          .definedBy("..clusters.containers")
          .layer("command")
          .definedBy("..clusters.command")
          .layer("bench")
          .definedBy("..clusters.bench")
          .whereLayer("bench")
          .mayNotAccessAnyLayer()
          .whereLayer("files")
          .mayOnlyAccessLayers("terminal")
          .whereLayer("terminal")
          .mayNotAccessAnyLayer()
          .whereLayer("process")
          .mayOnlyAccessLayers("terminal", "files")
          .whereLayer("deployment")
          .mayOnlyAccessLayers("terminal", "files", "process")
          .whereLayer("redis")
          .mayOnlyAccessLayers("terminal", "files", "process")
          .whereLayer("certs")
          .mayOnlyAccessLayers("terminal", "files", "process")
          .whereLayer("hbase")
          .mayOnlyAccessLayers("terminal", "files", "process", "deployment")
          .whereLayer("containers")
          .mayOnlyAccessLayers("terminal", "files", "process", "hbase")
          .whereLayer("command")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("machine")
          .mayOnlyBeAccessedByLayers("command");

  @ArchTest
  static final ArchRule NO_PACKAGE_CYCLES =
      slices().matching("io.dartagnan.clusters.(*)..").should().beFreeOfCycles();
}
