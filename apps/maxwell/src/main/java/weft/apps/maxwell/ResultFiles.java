// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import weft.apps.common.BadInputException;
import weft.apps.common.UserFiles;
import weft.maxwell.ComplexNumber;
import weft.maxwell.Direction;
import weft.maxwell.FarField;
import weft.maxwell.PortNetwork;
import weft.mesh.surface.Surface;

/// The files of results.
final class ResultFiles {
  /// What stands for nothing in decibels.
  private static final double LEAST = -300;

  private ResultFiles() {}

  /// Decibels of a factor of power; at least −300.
  static double decibels(double factor) {
    return factor > 0 ? Math.max(LEAST, 10 * Math.log10(factor)) : LEAST;
  }

  /// A number, or nothing where there is none, as for the field at the place of a current.
  static String number(double value) {
    if (!Double.isFinite(value)) {
      return "";
    }
    // Nine digits, without zeros that say nothing.
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(9)).stripTrailingZeros();
    double size = Math.abs(value);
    return value == 0 || size >= 1e-4 && size < 1e15
        ? rounded.toPlainString()
        : rounded.toString().toLowerCase(Locale.ROOT);
  }

  /// Writes the table and the S-parameters that were asked for.
  ///
  /// @throws BadInputException if one cannot be written
  static void write(MaxwellOptions options, List<Solved> results, PrintStream out) {
    if (options.files().out() != null) {
      String table =
          results.getFirst().scattered() != null ? scattering(results) : patterns(results);
      UserFiles.write(
          options.files().out(), stream -> stream.write(table.getBytes(StandardCharsets.UTF_8)));
      out.println("  wrote " + options.files().out());
    }
    if (options.files().touchstone() != null) {
      String text = touchstone(options, results);
      UserFiles.write(
          options.files().touchstone(),
          stream -> stream.write(text.getBytes(StandardCharsets.UTF_8)));
      out.println("  wrote " + options.files().touchstone());
    }
  }

  static void writeCurrents(Surface surface, double[] density, Path file) {
    UserFiles.write(
        file, stream -> surface.writeValues(Map.of("current density A/m", density), stream));
  }

  private static String scattering(List<Solved> results) {
    var text =
        new StringBuilder("frequency_hz,incident_theta_deg,incident_phi_deg,theta_deg,phi_deg");
    for (String pair : List.of("theta_theta", "phi_theta", "theta_phi", "phi_phi")) {
      text.append(",rcs_").append(pair).append("_m2,rcs_").append(pair);
      text.append("_dbsm,phase_").append(pair).append("_deg");
    }
    text.append('\n');
    for (Solved each : results) {
      Scattered scattered = Objects.requireNonNull(each.scattered());
      for (int i = 0; i < scattered.receivers().size(); i++) {
        Direction from = scattered.sender(i);
        Direction to = scattered.receivers().get(i);
        text.append(number(each.frequency()));
        for (double angle : new double[] {from.theta(), from.phi(), to.theta(), to.phi()}) {
          text.append(',').append(number(angle));
        }
        FarField theta = scattered.byTheta().get(i);
        FarField phi = scattered.byPhi().get(i);
        for (ComplexNumber c : List.of(theta.theta(), theta.phi(), phi.theta(), phi.phi())) {
          double section = FarField.crossSection(c);
          text.append(',').append(number(section)).append(',').append(number(decibels(section)));
          text.append(',').append(number(c.degrees()));
        }
        text.append('\n');
      }
    }
    return text.toString();
  }

  private static String patterns(List<Solved> results) {
    var text =
        new StringBuilder(
            "frequency_hz,source,theta_deg,phi_deg,gain_theta_dbi,gain_phi_dbi,gain_dbi,impedance_re_ohm,impedance_im_ohm,radiated_over_fed\n");
    for (Solved each : results) {
      Radiated radiated = Objects.requireNonNull(each.radiated());
      PortNetwork network = radiated.network();
      for (int source = 0; source < radiated.names().size(); source++) {
        double[] gain = radiated.gains().get(source);
        for (int d = 0; d < radiated.directions().size(); d++) {
          Direction to = radiated.directions().get(d);
          text.append(number(each.frequency())).append(",\"");
          text.append(radiated.names().get(source).replace("\"", "\"\"")).append("\",");
          text.append(number(to.theta())).append(',').append(number(to.phi()));
          text.append(',').append(number(decibels(gain[2 * d])));
          text.append(',').append(number(decibels(gain[2 * d + 1])));
          text.append(',').append(number(decibels(gain[2 * d] + gain[2 * d + 1])));
          if (network == null) {
            text.append(",,");
          } else {
            ComplexNumber z = network.impedance(source);
            text.append(',').append(number(z.re())).append(',').append(number(z.im()));
          }
          text.append(',').append(number(radiated.balances()[source])).append('\n');
        }
      }
    }
    return text.toString();
  }

  /// Touchstone, version 1. Two ports are listed as S11 S21 S12 S22; more in rows of the matrix.
  private static String touchstone(MaxwellOptions options, List<Solved> results) {
    int ports = options.ports().size();
    var text = new StringBuilder("! S-parameters by weft run maxwell; ports: ");
    text.append(String.join(", ", options.ports())).append('\n');
    text.append("# Hz S RI R ").append(number(options.reference())).append('\n');
    for (Solved each : results) {
      ComplexNumber[][] s =
          Objects.requireNonNull(Objects.requireNonNull(each.radiated()).network())
              .scattering(options.reference());
      text.append(number(each.frequency()));
      int onLine = 0;
      for (int m = 0; m < ports; m++) {
        for (int n = 0; n < ports; n++) {
          // At most four pairs on a line, and each row of three or more ports on a new one.
          if (ports > 2 && (n == 0 && m > 0 || onLine == 4)) {
            text.append('\n');
            onLine = 0;
          }
          ComplexNumber c = ports == 2 ? s[n][m] : s[m][n];
          text.append(' ').append(number(c.re())).append(' ').append(number(c.im()));
          onLine++;
        }
      }
      text.append('\n');
    }
    return text.toString();
  }
}
