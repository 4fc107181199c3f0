package io.dartagnan.clusters.command;

import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.terminal.CommandException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a CLOUD argument. */
final class RoleConverter implements ITypeConverter<Role> {
  @Override
  public Role convert(String typed) {
    try {
      return Role.parse(typed);
    } catch (CommandException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
