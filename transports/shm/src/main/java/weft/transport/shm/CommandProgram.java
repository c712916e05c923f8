// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import java.util.List;

/// Finds the name of the program in a `java` command line.
final class CommandProgram {
  private static final String[] OPTIONS_WITH_VALUE = {
    "-cp",
    "-classpath",
    "--class-path",
    "-p",
    "--module-path",
    "--upgrade-module-path",
    "--add-modules",
    "--add-exports",
    "--add-opens",
    "--add-reads",
    "--limit-modules",
    "--patch-module",
    "--enable-native-access",
    "--source"
  };

  private CommandProgram() {}

  /// The main class, module or jar of `command`, and its arguments.
  static String of(List<String> command) {
    int at = 1;
    while (at < command.size() && command.get(at).startsWith("-")) {
      String option = command.get(at);
      at++;
      if (option.equals("-jar") || option.equals("-m") || option.equals("--module")) {
        break;
      }
      at += takesValue(option) ? 1 : 0;
    }
    return String.join(" ", at < command.size() ? command.subList(at, command.size()) : command);
  }

  private static boolean takesValue(String option) {
    for (String known : OPTIONS_WITH_VALUE) {
      if (known.equals(option)) {
        return true;
      }
    }
    return false;
  }
}
