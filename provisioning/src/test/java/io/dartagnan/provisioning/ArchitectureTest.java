package io.dartagnan.provisioning;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Classes that this module needs at run time, where those of scope provided are not there. */
@AnalyzeClasses(packages = "io.dartagnan.provisioning", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule OTHERS_GIVE_CONSTANTS_ALONE =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "io.dartagnan.provisioning", "org.bouncycastle..");

  @ArchTest
  static final ArchRule SETTINGS_NEED_NOTHING_THAT_MAKES_KEYS =
      noClasses()
          .that()
          .doNotHaveSimpleName("SelfSignedKey")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.bouncycastle..");
}
