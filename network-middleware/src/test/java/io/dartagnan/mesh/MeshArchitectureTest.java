package io.dartagnan.mesh;

import static com.tngtech.archunit.base.DescribedPredicate.anyElementThat;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Rules of which package of the mesh may know which, and of what others may use. */
@AnalyzeClasses(
    packages = "io.dartagnan.mesh",
    importOptions = ImportOption.DoNotIncludeTests.class)
class MeshArchitectureTest {
  // ArchitectureTest of safe-server-coprocessor holds the other modules to these three.
  private static final String[] OFFERED = {
    "io.dartagnan.mesh", "io.dartagnan.mesh.session", "io.dartagnan.mesh.tls"
  };

  private static final DescribedPredicate<JavaClass> INNER =
      resideInAPackage("io.dartagnan.mesh..").and(resideOutsideOfPackages(OFFERED));

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("io.dartagnan.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule whatOthersUseNamesNoInnerTypeAsResult =
      codeUnits()
          .that()
          .arePublic()
          .and()
          .areDeclaredInClassesThat()
          .resideInAnyPackage(OFFERED)
          .should()
          .notHaveRawReturnType(INNER);

  @ArchTest
  static final ArchRule whatOthersUseTakesNoInnerType =
      noCodeUnits()
          .that()
          .arePublic()
          .and()
          .areDeclaredInClassesThat()
          .resideInAnyPackage(OFFERED)
          .should()
          .haveRawParameterTypes(anyElementThat(INNER));

  @ArchTest
  static final ArchRule inboundKnowsNothingOfOutbound =
      noClasses()
          .that()
          .resideInAPackage("io.dartagnan.mesh.inbound")
          .should()
          .dependOnClassesThat(resideInAPackage("io.dartagnan.mesh.outbound"));

  @ArchTest
  static final ArchRule outboundKnowsNothingOfInbound =
      noClasses()
          .that()
          .resideInAPackage("io.dartagnan.mesh.outbound")
          .should()
          .dependOnClassesThat(resideInAPackage("io.dartagnan.mesh.inbound"));

  @ArchTest
  static final ArchRule tlsKnowsNoOtherPackageOfTheMesh =
      noClasses()
          .that()
          .resideInAPackage("io.dartagnan.mesh.tls")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.dartagnan.mesh..")
                  .and(resideOutsideOfPackages("io.dartagnan.mesh.tls")));
}
