// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import weft.cli.doctor.Check;

/// A command of `weft`. Those of other modules are found by [java.util.ServiceLoader].
public interface Extension {
  /// The name of the command, as in `weft NAME`.
  String word();

  /// One line for `weft help`.
  String description();

  /// Creates the command, which picocli fills and runs.
  ///
  /// @param main runs its sub-commands, if it has any
  Callable<Integer> command(Main main, PrintStream out, PrintStream err);

  /// The checks that `weft doctor` runs for it.
  ///
  /// @param clean whether to remove files that it left behind
  default List<Check> checks(boolean clean) {
    return List.of();
  }

  /// Changes the parser of the command's arguments, which stops at the first one that is not an
  /// option.
  default void prepare(CommandLine line) {}
}
