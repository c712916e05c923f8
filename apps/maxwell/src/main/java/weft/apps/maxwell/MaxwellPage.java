// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import weft.World;
import weft.apps.common.Headline;
import weft.maxwell.ComplexNumber;
import weft.maxwell.CurrentBasis;
import weft.maxwell.Direction;
import weft.maxwell.FarField;
import weft.maxwell.PortNetwork;
import weft.mesh.surface.Surface;
import weft.report.Chart;
import weft.report.DataTable;
import weft.report.MeshView;
import weft.report.Page;
import weft.report.PolarChart;

/// The page of the results.
final class MaxwellPage {
  /// Decibels that a polar chart shows.
  private static final double DEPTH = 40;

  private MaxwellPage() {}

  static Page of(MaxwellOptions options, CurrentBasis basis, World world, List<Solved> results) {
    Surface surface = basis.surface();
    Solved last = results.getLast();
    Page page =
        Page.titled("Maxwell: " + name(options))
            .lead(trust(options, results))
            .figure("unknowns", count(basis.size()), count(surface.triangleCount()) + " triangles")
            .figure("frequencies", count(results.size()), range(results))
            .figure("residual", String.format(Locale.ROOT, "%.0e", last.residual()), "relative")
            .figure("ranks", Headline.ranks(world), "");
    if (last.numbers().isMultipole()) {
      page.figure("steps", count(last.numbers().allSteps()), "of the multipole method");
    } else {
      page.figure(
          "condition",
          String.format(Locale.ROOT, "%.2g", last.numbers().condition()),
          "of the last matrix");
    }
    if (last.scattered() != null) {
      addScattering(page, options, results);
    } else {
      addAntenna(page, options, results);
    }
    addCurrents(page, surface, last);
    page.section("Checks").table(checks(results));
    page.text(
        "Phases and impedances are for e^{+jωt}. Angles: θ from the z axis, φ from the x axis towards the y axis.");
    return page;
  }

  private static String name(MaxwellOptions options) {
    return options.input() == null ? options.shape().option() : options.input().toString();
  }

  private static String range(List<Solved> results) {
    String first = MaxwellProgram.hertz(results.getFirst().frequency());
    return results.size() == 1
        ? first
        : first + " to " + MaxwellProgram.hertz(results.getLast().frequency());
  }

  /// The sentence of trust.
  private static String trust(MaxwellOptions options, List<Solved> results) {
    if (options.current() != null) {
      return "The gain is relative to the power that the current and the surface radiate together.";
    }
    double worst =
        results.stream().mapToDouble(each -> Math.abs(each.balance() - 1)).max().orElse(0);
    String what =
        options.isAntenna()
            ? "The power that is radiated in all directions and the power that is fed"
            : "The power that is scattered in all directions and the power that the wave loses";
    return worst > ResultLines.TRUSTED
        ? what
            + String.format(
                Locale.ROOT,
                " differ by %.2g %%: do not trust these results; use shorter edges.",
                100 * worst)
        : what + String.format(Locale.ROOT, " agree within %.1g %%.", 100 * worst);
  }

  private static DataTable checks(List<Solved> results) {
    boolean steps = results.getLast().numbers().isMultipole();
    DataTable table =
        DataTable.titled("Numerical quality, by frequency")
            .number("frequency", "MHz")
            .number(steps ? "steps" : "condition", "")
            .number("residual", "")
            .number("power out / in", "")
            .number(steps ? "near elements" : "matrix", "s")
            .number(steps ? "approximate inverse" : "factors", "s")
            .number("solutions", "s");
    for (Solved each : results) {
      table.row(
          each.frequency() * 1e-6,
          steps ? each.numbers().allSteps() : each.numbers().condition(),
          each.residual(),
          each.balance(),
          each.matrixSeconds(),
          each.factorSeconds(),
          each.solveSeconds());
    }
    return table;
  }

  private static void addScattering(Page page, MaxwellOptions options, List<Solved> results) {
    Solved last = results.getLast();
    Scattered scattered = Objects.requireNonNull(last.scattered());
    String where =
        (options.bistatic() ? "bistatic" : "monostatic") + ", in " + options.cut().plane();
    String at = " at " + MaxwellProgram.hertz(last.frequency());
    double[] vertical =
        decibels(scattered.byTheta(), field -> FarField.crossSection(field.theta()));
    double[] horizontal = decibels(scattered.byPhi(), field -> FarField.crossSection(field.phi()));
    page.section("Radar cross section");
    Chart chart =
        Chart.lines("RCS" + at + ", " + where)
            .x(options.cut().angle(), "°")
            .y("RCS", "dBsm")
            .series("θ polarised (vertical)", options.angles(), vertical)
            .series("φ polarised (horizontal)", options.angles(), horizontal);
    if (ResultLines.hasSeries(options, last)) {
      double[] exact =
          Arrays.stream(ResultLines.series(options, last)).map(ResultFiles::decibels).toArray();
      chart.series("exact series, θ polarised", options.angles(), exact);
    }
    page.chart(chart);
    double most = most(vertical, horizontal);
    page.add(
        PolarChart.titled("The same in all directions of the plane")
            .value("RCS", "dBsm")
            .range(most - DEPTH, most)
            .series("θ polarised (vertical)", options.angles(), vertical)
            .series("φ polarised (horizontal)", options.angles(), horizontal));
    if (results.size() > 1) {
      double[] megahertz = megahertz(results);
      page.chart(
          Chart.lines("RCS over frequency, " + where + ", at the first angle")
              .x("frequency", "MHz")
              .y("RCS", "dBsm")
              .series("θ polarised (vertical)", megahertz, first(results, true))
              .series("φ polarised (horizontal)", megahertz, first(results, false)));
    }
  }

  private static double[] first(List<Solved> results, boolean theta) {
    return results.stream()
        .map(each -> Objects.requireNonNull(each.scattered()))
        .mapToDouble(each ->
            FarField.crossSection(
                theta ? each.byTheta().getFirst().theta() : each.byPhi().getFirst().phi()))
        .map(ResultFiles::decibels)
        .toArray();
  }

  private static double[] decibels(List<FarField> fields, ToDoubleFunction<FarField> section) {
    return fields.stream().mapToDouble(section).map(ResultFiles::decibels).toArray();
  }

  private static double most(double[]... curves) {
    double most = Arrays.stream(curves).flatMapToDouble(Arrays::stream).max().orElse(0);
    return 5 * Math.ceil(most / 5);
  }

  private static void addAntenna(Page page, MaxwellOptions options, List<Solved> results) {
    Solved last = results.getLast();
    Radiated radiated = Objects.requireNonNull(last.radiated());
    if (radiated.network() != null) {
      addPorts(page.section("Ports"), options, results, radiated);
    }
    page.section("Gain");
    double[][] gains = new double[radiated.names().size()][];
    for (int i = 0; i < gains.length; i++) {
      double[] gain = radiated.gains().get(i);
      gains[i] = new double[gain.length / 2];
      Arrays.setAll(gains[i], d -> ResultFiles.decibels(gain[2 * d] + gain[2 * d + 1]));
    }
    double most = most(gains);
    String title =
        "Gain at " + MaxwellProgram.hertz(last.frequency()) + ", in " + options.cut().plane();
    PolarChart polar = PolarChart.titled(title).value("gain", "dBi").range(most - DEPTH, most);
    Chart chart =
        Chart.lines("The same over the angle").x(options.cut().angle(), "°").y("gain", "dBi");
    for (int i = 0; i < gains.length; i++) {
      String name = radiated.network() == null ? "with the current" : "port " + (i + 1);
      polar.series(name, options.angles(), gains[i]);
      chart.series(name, options.angles(), gains[i]);
    }
    page.add(polar).chart(chart);
  }

  private static void addPorts(
      Page page, MaxwellOptions options, List<Solved> results, Radiated last) {
    DataTable table =
        DataTable.titled("Ports at " + MaxwellProgram.hertz(results.getLast().frequency()))
            .text("port")
            .number("resistance", "Ω")
            .number("reactance", "Ω")
            .number("reflection |S|", "dB")
            .number("greatest gain in the plane", "dBi")
            .number("greatest gain", "dBi")
            .text("where")
            .number("front to back", "dB")
            .text("polarisation")
            .number("radiated / fed", "");
    PortNetwork network = Objects.requireNonNull(last.network());
    ComplexNumber[][] s = network.scattering(options.reference());
    for (int i = 0; i < last.names().size(); i++) {
      ComplexNumber z = network.impedance(i);
      table.row(
          (i + 1) + ": " + last.names().get(i),
          z.re(),
          z.im(),
          2 * ResultFiles.decibels(s[i][i].magnitude()),
          ResultFiles.decibels(last.best()[i]),
          ResultFiles.decibels(last.peakGain(i)),
          where(last.peaks().get(i).direction()),
          ResultFiles.decibels(last.peaks().get(i).frontToBack()),
          ResultLines.polarisation(last.peaks().get(i).front()),
          last.balances()[i]);
    }
    table.note(
        "The other ports are short-circuited, but for S, where they have the reference impedance.");
    page.table(table);
    if (results.size() > 1) {
      addSweep(page, options, results, last.names().size());
    }
  }

  /// The impedances and S-parameters of so many ports over frequency.
  private static void addSweep(Page page, MaxwellOptions options, List<Solved> results, int ports) {
    double[] megahertz = megahertz(results);
    Chart impedance = Chart.lines("Impedance over frequency").x("frequency", "MHz").y("Z", "Ω");
    Chart reflection =
        Chart.lines(
                String.format(
                    Locale.ROOT, "S-parameters over frequency, %.4g Ω", options.reference()))
            .x("frequency", "MHz")
            .y("|S|", "dB");
    for (int i = 0; i < ports; i++) {
      int port = i;
      impedance.series(
          "resistance of port " + (i + 1), megahertz, each(results, it -> it.impedance(port).re()));
      impedance.series(
          "reactance of port " + (i + 1), megahertz, each(results, it -> it.impedance(port).im()));
      for (int n = 0; n <= i; n++) {
        int other = n;
        reflection.series(
            "S" + (i + 1) + (n + 1),
            megahertz,
            each(
                results,
                it ->
                    2
                        * ResultFiles.decibels(
                            it.scattering(options.reference())[port][other].magnitude())));
      }
    }
    page.chart(impedance).chart(reflection);
  }

  private static String where(Direction direction) {
    return String.format(Locale.ROOT, "θ %.1f°, φ %.1f°", direction.theta(), direction.phi());
  }

  private static double[] each(List<Solved> results, ToDoubleFunction<PortNetwork> value) {
    return results.stream()
        .map(it -> Objects.requireNonNull(Objects.requireNonNull(it.radiated()).network()))
        .mapToDouble(value)
        .toArray();
  }

  private static double[] megahertz(List<Solved> results) {
    return results.stream().mapToDouble(each -> each.frequency() * 1e-6).toArray();
  }

  private static void addCurrents(Page page, Surface surface, Solved last) {
    page.section("Currents");
    if (surface.triangleCount() > MeshView.MOST_CELLS) {
      page.text("The surface has too many triangles for a page.");
      return;
    }
    page.mesh(
        MeshView.triangles(
                "The current of the first source at " + MaxwellProgram.hertz(last.frequency()),
                surface.points(),
                surface.triangles())
            .values("current density", "A/m", last.density())
            .note("The magnitude at the centre of each triangle."));
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
