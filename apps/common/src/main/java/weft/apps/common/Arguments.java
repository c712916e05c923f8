// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A program's command line: `--name value` or `--name=value`, and switches without a value.
public final class Arguments {
  private final String program;
  private final Map<String, String> values;

  private Arguments(String program, Map<String, String> values) {
    this.program = program;
    this.values = values;
  }

  /// Parses a command line.
  ///
  /// @param program the name of the program
  /// @param names the options that take a value, without their dashes
  /// @param switches the options that take none
  /// @throws BadInputException if there is any other argument
  public static Arguments parse(
      String program, List<String> names, List<String> switches, List<String> args) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      int equals = arg.indexOf('=');
      String option = arg.substring(0, equals < 0 ? arg.length() : equals);
      String name = option.startsWith("--") ? option.substring(2) : "";
      boolean isSwitch = switches.contains(name) && equals < 0;
      if (!isSwitch && !names.contains(name)) {
        throw new BadInputException(
            "\"%s\" is not an option of %s; its options are %s"
                .formatted(option, program, all(names, switches)));
      }
      if (!isSwitch && equals < 0 && ++i == args.size()) {
        throw new BadInputException("the option " + option + " needs a value after it");
      }
      String value = isSwitch ? "" : equals < 0 ? args.get(i) : arg.substring(equals + 1);
      if (values.put(name, value) != null) {
        throw new BadInputException("the option " + option + " is given twice");
      }
    }
    return new Arguments(program, values);
  }

  private static String all(List<String> names, List<String> switches) {
    String all = "--" + String.join(", --", names);
    return switches.isEmpty() ? all : all + ", --" + String.join(", --", switches);
  }

  /// Whether an option or switch was given.
  public boolean has(String name) {
    return values.containsKey(name);
  }

  /// The value of an option, or null.
  public @Nullable String get(String name) {
    return values.get(name);
  }

  /// The value of an option, or `otherwise` if it was not given.
  public String get(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  /// The value of a required option.
  ///
  /// @param what the meaning of the value, for the error sentence
  public String needed(String name, String what) {
    String value = values.get(name);
    if (value == null) {
      throw new BadInputException(
          "--%s is missing: %s; %s --help shows all options".formatted(name, what, program));
    }
    return value;
  }

  /// The whole number that an option gives, from `least` to `most`; `otherwise` if it was not
  /// given.
  public long number(String name, long otherwise, long least, long most) {
    String value = values.get(name);
    if (value == null) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The exception below reports it.
    }
    throw new BadInputException(
        "--%s %s is not possible; give a whole number from %d to %d"
            .formatted(name, value, least, most));
  }
}
