// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import weft.maxwell.ComplexNumber;
import weft.maxwell.Direction;
import weft.maxwell.FarField;
import weft.maxwell.MieSphere;
import weft.maxwell.PortNetwork;
import weft.maxwell.Radiation;

/// What the program prints about results.
final class ResultLines {
  /// A power balance that is worse than this is told.
  static final double TRUSTED = 0.02;

  private static final double ILL = 1e6;

  /// An axial ratio in decibels over which a field is polarised linearly.
  private static final double LINEAR = 60;

  private ResultLines() {}

  static void print(MaxwellOptions options, Solved solved, boolean sweep, PrintStream out) {
    if (sweep) {
      // One line each: the checks of all frequencies are in the report.
      out.printf("  %-11s", MaxwellProgram.hertz(solved.frequency()));
    } else {
      printTimes(options, solved, out);
    }
    Scattered scattered = solved.scattered();
    Radiated radiated = solved.radiated();
    if (scattered != null) {
      print(options, scattered, sweep, out);
    } else if (radiated != null) {
      print(radiated, options, sweep, out);
    }
    printDoubts(options, solved, out);
  }

  private static void printTimes(MaxwellOptions options, Solved solved, PrintStream out) {
    Solved.Numbers numbers = solved.numbers();
    if (numbers.isMultipole()) {
      out.printf(
          Locale.ROOT,
          "%s: near elements %.2f s, approximate inverse %.2f s, solutions %.2f s; %s, residual"
              + " %.1e, %s%n",
          MaxwellProgram.hertz(solved.frequency()),
          solved.matrixSeconds(),
          solved.factorSeconds(),
          solved.solveSeconds(),
          steps(numbers),
          solved.residual(),
          balance(options, solved));
      return;
    }
    out.printf(
        Locale.ROOT,
        "%s: matrix %.2f s, factors %.2f s, solutions %.2f s; condition %.2g, residual %.0e, %s%n",
        MaxwellProgram.hertz(solved.frequency()),
        solved.matrixSeconds(),
        solved.factorSeconds(),
        solved.solveSeconds(),
        numbers.condition(),
        solved.residual(),
        balance(options, solved));
  }

  private static String steps(Solved.Numbers numbers) {
    int sources = numbers.steps().size();
    return sources == 1
        ? numbers.mostSteps() + " steps"
        : String.format(Locale.ROOT, "%d steps for %d sources", numbers.allSteps(), sources);
  }

  private static void printDoubts(MaxwellOptions options, Solved solved, PrintStream out) {
    if (!solved.isReached(options)) {
      out.printf(
          Locale.ROOT,
          "  note: the residual %.0e was not reached: %.1e after %d steps; results are as far as they"
              + " are. Slits and very unlike triangles slow steps down; --method dense needs none%n",
          options.solving().residual(),
          solved.residual(),
          solved.numbers().mostSteps());
    }
    if (solved.numbers().condition() > ILL) {
      out.println(
          "  note: the matrix is ill-conditioned: near a resonance of a closed body's inside, or a surface that is small in wavelengths; without --electric closed bodies have no resonances");
    }
    if (Math.abs(solved.balance() - 1) > TRUSTED) {
      out.println(
          "  note: power in and out differ by more than 2 %, so do not trust these results: use shorter edges");
    }
  }

  private static String balance(MaxwellOptions options, Solved solved) {
    if (solved.scattered() != null) {
      return String.format(Locale.ROOT, "power scattered / lost %.4f", solved.balance());
    }
    return options.current() != null
        ? String.format(
            Locale.ROOT,
            "power radiated / without the surface %.3g",
            Objects.requireNonNull(solved.radiated()).balances()[0])
        : String.format(Locale.ROOT, "power radiated / fed %.5f", solved.balance());
  }

  private static void print(
      MaxwellOptions options, Scattered scattered, boolean sweep, PrintStream out) {
    for (int polarisation = 0; polarisation < 2; polarisation++) {
      List<FarField> fields = polarisation == 0 ? scattered.byTheta() : scattered.byPhi();
      double most = -1;
      double least = Double.POSITIVE_INFINITY;
      int where = 0;
      for (int i = 0; i < fields.size(); i++) {
        FarField field = fields.get(i);
        double same = FarField.crossSection(polarisation == 0 ? field.theta() : field.phi());
        if (same > most) {
          most = same;
          where = i;
        }
        least = Math.min(least, same);
      }
      Direction best = scattered.receivers().get(where);
      out.printf(
          Locale.ROOT,
          "  %s: RCS %.2f to %.2f dBsm, most at %s = %s degrees%s",
          polarisation == 0 ? "theta (vertical)" : "phi (horizontal)",
          ResultFiles.decibels(least),
          ResultFiles.decibels(most),
          options.cut() == Cut.AZIMUTH ? "phi" : "theta",
          angle(options.cut() == Cut.AZIMUTH ? best.phi() : best.theta()),
          sweep && polarisation == 0 ? ";" : "\n");
    }
  }

  private static void print(
      Radiated radiated, MaxwellOptions options, boolean sweep, PrintStream out) {
    PortNetwork network = radiated.network();
    for (int i = 0; i < radiated.names().size(); i++) {
      Direction best = radiated.bestDirection(i);
      out.printf("  %s:", radiated.names().get(i));
      if (network != null) {
        ComplexNumber z = network.impedance(i);
        ComplexNumber s = network.scattering(options.reference())[i][i];
        out.printf(
            Locale.ROOT,
            " Z %.2f %s %.2fj ohm, |S%d%d| %.2f dB;",
            z.re(),
            z.im() < 0 ? "-" : "+",
            Math.abs(z.im()),
            i + 1,
            i + 1,
            2 * ResultFiles.decibels(s.magnitude()));
      }
      out.printf(
          Locale.ROOT,
          " gain %.2f dBi at theta %s, phi %s%n",
          ResultFiles.decibels(radiated.best()[i]),
          angle(best.theta()),
          angle(best.phi()));
      if (!sweep) {
        printPeak(radiated, i, out);
      }
    }
  }

  private static void printPeak(Radiated radiated, int source, PrintStream out) {
    Radiation peak = radiated.peaks().get(source);
    out.printf(
        Locale.ROOT,
        "    of all directions most: gain %.2f dBi at theta %.1f, phi %.1f; front to back %.1f dB; %s%n",
        ResultFiles.decibels(radiated.peakGain(source)),
        peak.direction().theta(),
        peak.direction().phi(),
        ResultFiles.decibels(peak.frontToBack()),
        polarisation(peak.front()));
  }

  /// How a field is polarised.
  static String polarisation(FarField field) {
    double ratio = 2 * ResultFiles.decibels(field.axialRatio());
    return ratio > LINEAR
        ? "polarised linearly"
        : String.format(
            Locale.ROOT,
            "axial ratio %.1f dB, %s-handed",
            ratio,
            field.isRightHanded() ? "right" : "left");
  }

  private static String angle(double degrees) {
    return degrees == Math.rint(degrees)
        ? String.valueOf((long) degrees)
        : String.format(Locale.ROOT, "%.4g", degrees);
  }

  /// What was gained: how far the results can be trusted.
  static void printLast(MaxwellOptions options, List<Solved> results, PrintStream out) {
    Solved last = results.getLast();
    if (hasSeries(options, last)) {
      out.printf(
          Locale.ROOT,
          "  gained: the RCS of the sphere differs by %.2g from Mie's exact series (rms over all angles)%n",
          againstMie(options, last));
      return;
    }
    double worst = 0;
    for (Solved each : results) {
      worst = Math.max(worst, Math.abs(each.balance() - 1));
    }
    if (options.current() != null) {
      out.println("  gained: the fields of a current beside a surface of any shape");
    } else {
      out.printf(
          Locale.ROOT,
          "  gained: %s, with power in and out equal to %.1g of it, where 0 is perfect%n",
          options.isAntenna()
              ? "impedance and gain of an antenna of any shape"
              : "the radar cross section of a body of any shape",
          worst);
    }
  }

  /// Whether the results are those of a sphere in a plane for which the series gives numbers.
  static boolean hasSeries(MaxwellOptions options, Solved solved) {
    boolean inPlane =
        !options.bistatic()
            || (options.cut() == Cut.AZIMUTH
                ? options.from().theta() == 90
                : options.from().phi() == 0);
    return options.input() == null
        && options.shape() == BuiltInShape.SPHERE
        && solved.scattered() != null
        && inPlane;
  }

  /// The exact RCS of the sphere in each direction, for waves polarised along θ.
  static double[] series(MaxwellOptions options, Solved solved) {
    Scattered scattered = Objects.requireNonNull(solved.scattered());
    var exact = new MieSphere(1, solved.frequency());
    double[] sections = new double[scattered.receivers().size()];
    for (int i = 0; i < sections.length; i++) {
      double angle = angle(scattered.sender(i), scattered.receivers().get(i));
      // θ is across the xy plane and in the xz plane.
      sections[i] = exact.crossSection(angle, options.cut() == Cut.ELEVATION);
    }
    return sections;
  }

  /// The rms difference between the RCS and that of the series, over the rms of the series, for
  /// waves polarised along θ.
  static double againstMie(MaxwellOptions options, Solved solved) {
    Scattered scattered = Objects.requireNonNull(solved.scattered());
    double[] exact = series(options, solved);
    double sum = 0;
    double all = 0;
    for (int i = 0; i < exact.length; i++) {
      double got = scattered.byTheta().get(i).crossSection();
      sum += (got - exact[i]) * (got - exact[i]);
      all += exact[i] * exact[i];
    }
    return Math.sqrt(sum / all);
  }

  /// The angle between the directions of the incident and the scattered wave.
  private static double angle(Direction from, Direction to) {
    double[] a = from.vector();
    double[] b = to.vector();
    double product = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    return Math.toDegrees(Math.acos(Math.clamp(-product, -1, 1)));
  }
}
