// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.collective.Group;
import weft.maxwell.ComplexNumber;
import weft.maxwell.Direction;
import weft.maxwell.FarField;
import weft.maxwell.Port;
import weft.maxwell.PortNetwork;
import weft.maxwell.Radiation;
import weft.maxwell.ShortDipole;
import weft.maxwell.SurfaceCurrents;
import weft.maxwell.Wave;

/// What an antenna radiates at one frequency, for one volt at each port or for a short current.
///
/// @param names the ports, or the short current
/// @param network the ports, or null for a short current
/// @param directions of the pattern
/// @param gains the gain in both polarisations for each source and direction, as factors: θ, then φ
/// @param balances the radiated power over the one that is fed, for each port; for a current over
///   the power that it would radiate alone
/// @param best the greatest gain of each source among the directions
/// @param peaks what each source radiates in all directions, and where most
@SuppressWarnings("ArrayRecordComponent") // never compared
record Radiated(
    List<String> names,
    @Nullable PortNetwork network,
    List<Direction> directions,
    List<double[]> gains,
    double[] balances,
    double[] best,
    List<Radiation> peaks) {

  private static final int PEAK = 11;

  /// Computes the fields. Collective.
  static Radiated of(
      Group all,
      MaxwellOptions options,
      double frequency,
      List<Port> ports,
      List<SurfaceCurrents> currents) {
    ShortDipole beside = options.current();
    double k = Wave.number(frequency);
    List<Direction> directions = options.cut().directions(options.angles());
    List<Radiation> peaks = peaks(all, currents, beside);
    int count = 2 * directions.size();
    double[] intensities =
        SharedWork.share(
            all,
            currents.size(),
            count,
            (i, to, at) -> {
              List<FarField> fields = currents.get(i).far(directions);
              for (int d = 0; d < directions.size(); d++) {
                FarField field = fields.get(d);
                if (beside != null) {
                  field = field.plus(beside.far(k, directions.get(d)));
                }
                double theta = field.theta().magnitude();
                double phi = field.phi().magnitude();
                to[at + 2 * d] = theta * theta / (2 * Wave.IMPEDANCE);
                to[at + 2 * d + 1] = phi * phi / (2 * Wave.IMPEDANCE);
              }
            });
    PortNetwork network = ports.isEmpty() ? null : new PortNetwork(ports, currents);
    List<String> names =
        ports.isEmpty() ? List.of("current") : ports.stream().map(Port::name).toList();
    List<double[]> gains = new ArrayList<>();
    double[] balances = new double[currents.size()];
    double[] best = new double[currents.size()];
    for (int i = 0; i < currents.size(); i++) {
      // A perfect conductor loses nothing, so gain and directivity are the same.
      // By the tree, where there is one, which is the same but for its accuracy.
      double power = beside == null ? currents.get(i).radiatedPower() : peaks.get(i).power();
      double fed = network == null ? power : network.powerFed(i);
      balances[i] = beside == null ? power / fed : power / alone(k, beside);
      double[] gain = new double[count];
      for (int d = 0; d < count; d++) {
        gain[d] = 4 * Math.PI * intensities[i * count + d] / fed;
      }
      for (int d = 0; d < count; d += 2) {
        best[i] = Math.max(best[i], gain[d] + gain[d + 1]);
      }
      gains.add(gain);
    }
    return new Radiated(names, network, directions, gains, balances, best, peaks);
  }

  private static List<Radiation> peaks(
      Group all, List<SurfaceCurrents> currents, @Nullable ShortDipole beside) {
    double[] numbers =
        SharedWork.share(
            all,
            currents.size(),
            PEAK,
            (i, to, at) -> {
              Radiation each = currents.get(i).radiation(beside);
              to[at] = each.power();
              to[at + 1] = each.direction().theta();
              to[at + 2] = each.direction().phi();
              put(each.front(), to, at + 3);
              put(each.back(), to, at + 7);
            });
    List<Radiation> peaks = new ArrayList<>();
    for (int at = 0; at < numbers.length; at += PEAK) {
      var direction = new Direction(numbers[at + 1], numbers[at + 2]);
      peaks.add(
          new Radiation(numbers[at], direction, field(numbers, at + 3), field(numbers, at + 7)));
    }
    return peaks;
  }

  private static void put(FarField field, double[] to, int at) {
    to[at] = field.theta().re();
    to[at + 1] = field.theta().im();
    to[at + 2] = field.phi().re();
    to[at + 3] = field.phi().im();
  }

  private static FarField field(double[] numbers, int at) {
    return new FarField(
        new ComplexNumber(numbers[at], numbers[at + 1]),
        new ComplexNumber(numbers[at + 2], numbers[at + 3]));
  }

  /// The greatest gain of a source in any direction.
  double peakGain(int source) {
    double fed = network == null ? peaks.get(source).power() : network.powerFed(source);
    return 4 * Math.PI * peaks.get(source).front().intensity() / fed;
  }

  /// The power that a short current radiates without a surface.
  private static double alone(double k, ShortDipole current) {
    double square = 0;
    for (double each : current.moment()) {
      square += each * each;
    }
    return k * k * Wave.IMPEDANCE * square / (12 * Math.PI);
  }

  /// The direction of the greatest gain of a source.
  Direction bestDirection(int source) {
    double[] gain = gains.get(source);
    int found = 0;
    for (int d = 0; d < directions.size(); d++) {
      // Not the later one of two that are equal but for rounding.
      double least = (gain[2 * found] + gain[2 * found + 1]) * (1 + 1e-9);
      if (gain[2 * d] + gain[2 * d + 1] > least) {
        found = d;
      }
    }
    return directions.get(found);
  }
}
