// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.apps.common.BadInputException;
import weft.maxwell.CurrentBasis;
import weft.maxwell.Equation;
import weft.maxwell.MultipoleEstimate;
import weft.maxwell.MultipoleSolver;
import weft.maxwell.SurfaceSolver;

/// The method of a run, with what it takes.
///
/// @param isMultipole whether it is the multipole method
/// @param seconds its time on one core, all frequencies together
/// @param estimate of the multipole method at the highest frequency, or null if it was not wanted
/// @param unknowns the number of unknowns
/// @param sources the number of sources
record ChosenMethod(
    boolean isMultipole,
    double seconds,
    @Nullable MultipoleEstimate estimate,
    int unknowns,
    int sources) {
  /// Seconds for a pair of functions, on one core.
  private static final double PAIR = 8e-7;

  /// Seconds for a function and a source: its right-hand side, its far field.
  private static final double FIELD = 2e-6;

  /// Operations of a core in a second.
  private static final double RATE = 1.5e10;

  /// The part of a heap that may be full.
  private static final double ROOM = 0.8;

  /// Unknowns below which nobody gains by steps.
  private static final int SMALL = 1500;

  /// Chooses. Of two methods that fit the memory, the one that is predicted to be faster.
  static ChosenMethod of(
      World world, MaxwellOptions options, CurrentBasis basis, Equation equation, int sources) {
    double n = basis.size();
    int count = options.frequencies().length;
    double fields = count * n * sources * FIELD;
    double dense = count * n * n * (PAIR + 16 * n / 3 / RATE) + fields;
    Method method = options.solving().method();
    if (method == Method.DENSE || method == Method.AUTO && n < SMALL) {
      return new ChosenMethod(false, dense, null, basis.size(), sources);
    }
    double highest = Arrays.stream(options.frequencies()).max().orElseThrow();
    double waves = MultipoleSolver.wavelengths(basis, highest);
    if (waves > MultipoleSolver.MOST_WAVELENGTHS) {
      if (method == Method.AUTO) {
        return new ChosenMethod(false, dense, null, basis.size(), sources);
      }
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "the surface is %,.3g wavelengths across, and the multipole method takes up to %,.0f;"
                  + " is --units right?",
              waves,
              MultipoleSolver.MOST_WAVELENGTHS));
    }
    MultipoleEstimate estimate =
        MultipoleEstimate.of(basis, highest, equation, options.solving().residual(), world.size());
    double steps = count * estimate.seconds(sources) + fields;
    boolean fits =
        SurfaceSolver.memory(basis.size(), sources, world.size()) <= world.heap().largestFree();
    boolean isMultipole = method == Method.MULTIPOLE || steps < dense || !fits;
    return new ChosenMethod(
        isMultipole, isMultipole ? steps : dense, estimate, basis.size(), sources);
  }

  private static int here(World world) {
    return world.transport().equals("threads") ? world.size() : 1;
  }

  /// The bytes that ranks of one JVM take together.
  private long needed(World world, int atOnce) {
    MultipoleEstimate it = Objects.requireNonNull(estimate);
    // Every rank has the currents of all sources, for fields.
    long each = it.bytes() + (atOnce - 1) * it.sourceBytes() + 16L * unknowns * sources;
    return each * here(world);
  }

  /// The sources that are solved at once: as many as fit into most of the heap.
  int atOnce(World world) {
    int count = Math.min(MultipoleSolver.MOST_AT_ONCE, sources);
    while (count > 1 && needed(world, count) > ROOM * Runtime.getRuntime().maxMemory()) {
      count /= 2;
    }
    return count;
  }

  /// The lines that say what the multipole method takes.
  ///
  /// @throws BadInputException if the heap of a JVM has no room for it
  String lines(World world) {
    MultipoleEstimate it = Objects.requireNonNull(estimate);
    int atOnce = atOnce(world);
    long more = (atOnce - 1) * it.sourceBytes();
    String text =
        String.format(
                Locale.ROOT,
                "  multipole method: levels 2 to %d, leaves of %.2f wavelengths, %,.0f unknowns near each%n"
                    + "  memory of a rank, about %,d MiB: near elements %,d, patterns and fields %,d,"
                    + " approximate inverse %,d, surface and vectors %,d%n"
                    + "  on one core about %.2g s to set up, then %.2g s a step; a source takes some %d"
                    + " steps",
                it.levels(),
                it.leafWavelengths(),
                it.nearFunctions(),
                it.bytes() + more >> 20,
                it.nearBytes() >> 20,
                it.patternBytes() >> 20,
                it.inverseBytes() >> 20,
                it.otherBytes() + more >> 20,
                it.setUpSeconds(),
                it.stepSeconds(),
                MultipoleEstimate.STEPS)
            + (atOnce > 1 ? "; " + atOnce + " sources are solved at once" : "");
    long heap = Runtime.getRuntime().maxMemory();
    int here = here(world);
    long currents = 16L * unknowns * sources * here;
    long needed = needed(world, 1);
    if (needed > heap) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "by the multipole method %,d unknowns and %,d %s take about %,d MiB of each JVM's"
                  + " heap, which has %,d (near elements %,d MiB: %,.0f unknowns are near each;"
                  + " currents %,d MiB); give %smore ranks on more hosts, a larger heap by"
                  + " -J-Xmx%dm, longer edges%s",
              unknowns,
              sources,
              sources == 1 ? "source" : "sources",
              needed >> 20,
              heap >> 20,
              it.nearBytes() * here >> 20,
              it.nearFunctions(),
              currents >> 20,
              sources > 1 && currents > needed / 4 ? "fewer angles, " : "",
              (needed >> 20) + 100,
              it.leafWavelengths() > 0.4 ? " or a larger --residual" : ""));
    }
    return text;
  }
}
