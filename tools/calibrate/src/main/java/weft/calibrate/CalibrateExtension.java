// SPDX-License-Identifier: Apache-2.0
package weft.calibrate;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import weft.cli.Extension;
import weft.cli.Main;
import weft.cli.doctor.Check;

/// Adds `weft calibrate` to the `weft` command.
public final class CalibrateExtension implements Extension {
  /// Called by [java.util.ServiceLoader].
  public CalibrateExtension() {}

  @Override
  public String word() {
    return "calibrate";
  }

  @Override
  public String description() {
    return "measures what communication costs here, for predict and for the choice of algorithms";
  }

  @Override
  public Callable<Integer> command(Main main, PrintStream out, PrintStream err) {
    return new CalibrateCommand(out, err);
  }

  @Override
  public List<Check> checks(boolean clean) {
    return List.of(ProfileCheck.here());
  }
}
