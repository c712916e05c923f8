// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

import java.util.Locale;
import weft.World;
import weft.transport.JobVariables;

/// The first line of a program, before its work: what it does, and about how long that takes.
public final class Headline {
  private Headline() {}

  /// Prints `what`, the ranks and the time, at rank 0 alone.
  ///
  /// @param seconds the estimated time, see [#shared]
  public static void print(World world, String what, double seconds) {
    if (world.rank() == 0) {
      System.out.println(what + ", " + ranks(world) + ", " + about(seconds));
    }
  }

  /// The number of ranks, and how they are connected.
  public static String ranks(World world) {
    return "%d %s (%s)"
        .formatted(world.size(), world.size() == 1 ? "rank" : "ranks", world.transport());
  }

  /// The seconds of work that all ranks share, with the start of their JVMs' code.
  ///
  /// @param coreSeconds what the work takes on one core of a common machine
  public static double shared(World world, double coreSeconds) {
    return 0.5
        + coreSeconds / (world.sharesMemory() ? Math.min(world.size(), cores()) : world.size());
  }

  /// The processors of this machine; a rank's JVM may see its share alone.
  private static int cores() {
    String all = System.getenv(JobVariables.CORES);
    return all == null ? Runtime.getRuntime().availableProcessors() : Integer.parseInt(all);
  }

  /// A time that is not exact.
  public static String about(double seconds) {
    if (seconds < 1.5) {
      return "about a second";
    }
    if (seconds < 90) {
      double step = seconds < 15 ? 1 : seconds < 40 ? 5 : 10;
      return String.format(Locale.ROOT, "about %.0f s", step * Math.rint(seconds / step));
    }
    return seconds < 5400
        ? String.format(Locale.ROOT, "about %.0f min", seconds / 60)
        : String.format(Locale.ROOT, "about %.0f h", seconds / 3600);
  }
}
