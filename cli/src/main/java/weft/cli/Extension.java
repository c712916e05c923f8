// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import weft.cli.doctor.Check;

/// A command of `weft` that another module brings, found by [java.util.ServiceLoader].
public interface Extension {
  /// What the command is called: `weft NAME`.
  String name();

  /// One line for `weft help`.
  String description();

  /// The command, for picocli to fill and run.
  ///
  /// @param main runs commands of its own, if it has some
  Callable<Integer> command(Main main, PrintStream out, PrintStream err);

  /// What `weft doctor` is to look at for it.
  ///
  /// @param clean whether to remove what it left behind
  List<Check> checks(boolean clean);
}
