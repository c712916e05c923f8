// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.collective.Group;
import weft.maxwell.Direction;
import weft.maxwell.FarField;
import weft.maxwell.Port;
import weft.maxwell.PortNetwork;
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
@SuppressWarnings("ArrayRecordComponent") // never compared
record Radiated(
    List<String> names,
    @Nullable PortNetwork network,
    List<Direction> directions,
    List<double[]> gains,
    double[] balances,
    double[] best) {

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
    double[] powers =
        SharedWork.share(
            all, currents.size(), 1, (i, to, at) -> to[at] = currents.get(i).radiatedPower(beside));
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
      double fed = network == null ? powers[i] : network.powerFed(i);
      balances[i] = beside == null ? powers[i] / fed : powers[i] / alone(k, beside);
      double[] gain = new double[count];
      for (int d = 0; d < count; d++) {
        gain[d] = 4 * Math.PI * intensities[i * count + d] / fed;
      }
      for (int d = 0; d < count; d += 2) {
        best[i] = Math.max(best[i], gain[d] + gain[d + 1]);
      }
      gains.add(gain);
    }
    return new Radiated(names, network, directions, gains, balances, best);
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
