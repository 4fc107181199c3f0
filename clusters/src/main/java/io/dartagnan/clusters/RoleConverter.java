package io.dartagnan.clusters;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a CLOUD argument. */
final class RoleConverter implements ITypeConverter<Role> {
  @Override
  public Role convert(String typed) {
    try {
      return Role.parse(typed);
    } catch (LocalException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
