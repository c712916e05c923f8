// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import weft.cli.Extension;
import weft.cli.Main;
import weft.cli.doctor.Check;

/// Adds `weft lab` to the `weft` command.
public final class LabExtension implements Extension {
  /// Called by [java.util.ServiceLoader].
  public LabExtension() {}

  @Override
  public String word() {
    return "lab";
  }

  @Override
  public String description() {
    return "several hosts on this machine, with links that can be slow or cut";
  }

  @Override
  public Callable<Integer> command(Main main, PrintStream out, PrintStream err) {
    return new LabCommand(main, out, err);
  }

  @Override
  public List<Check> checks(boolean clean) {
    return List.of(LabChecks.possible(), LabChecks.leftovers(clean));
  }
}
