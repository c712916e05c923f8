// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.util.ArrayList;
import java.util.List;
import weft.collective.Group;
import weft.maxwell.ComplexNumber;
import weft.maxwell.Direction;
import weft.maxwell.FarField;
import weft.maxwell.PlaneWave;
import weft.maxwell.SurfaceCurrents;
import weft.maxwell.Wave;

/// What a body scatters at one frequency, for both polarisations of the wave.
///
/// @param senders where the waves come from
/// @param receivers the directions in which they are received
/// @param byTheta the fields of waves polarised along θ
/// @param byPhi the fields of waves polarised along φ
/// @param balance the power that the first two waves scatter over that which they lose
record Scattered(
    List<Direction> senders,
    List<Direction> receivers,
    List<FarField> byTheta,
    List<FarField> byPhi,
    double balance) {
  private static final int NUMBERS = 8;

  /// The waves of a run: two for each direction from which they come.
  static List<PlaneWave> waves(MaxwellOptions options) {
    List<Direction> from =
        options.bistatic() ? List.of(options.from()) : options.cut().directions(options.angles());
    List<PlaneWave> waves = new ArrayList<>();
    for (Direction each : from) {
      waves.add(PlaneWave.theta(each));
      waves.add(PlaneWave.phi(each));
    }
    return waves;
  }

  /// Computes the fields. Collective.
  static Scattered of(
      Group all, MaxwellOptions options, double frequency, List<SurfaceCurrents> currents) {
    List<Direction> receivers = options.cut().directions(options.angles());
    List<Direction> senders = options.bistatic() ? List.of(options.from()) : receivers;
    double[] numbers =
        SharedWork.share(
            all,
            receivers.size(),
            NUMBERS,
            (i, to, at) -> {
              int sender = options.bistatic() ? 0 : i;
              put(currents.get(2 * sender).far(receivers.get(i)), to, at);
              put(currents.get(2 * sender + 1).far(receivers.get(i)), to, at + 4);
            });
    double[] balance =
        SharedWork.share(
            all, 1, 1, (i, to, at) -> to[at] = balance(currents, senders.getFirst(), frequency));
    List<FarField> byTheta = new ArrayList<>();
    List<FarField> byPhi = new ArrayList<>();
    for (int i = 0; i < receivers.size(); i++) {
      byTheta.add(field(numbers, NUMBERS * i));
      byPhi.add(field(numbers, NUMBERS * i + 4));
    }
    return new Scattered(senders, receivers, byTheta, byPhi, balance[0]);
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

  /// The power that the first two waves, which have the same direction, scatter over that which
  /// they lose: by the optical theorem, what their forward scattered field says. A body on which
  /// neither drives a current loses and scatters nothing.
  private static double balance(List<SurfaceCurrents> currents, Direction from, double frequency) {
    Direction forward = new Direction(180 - from.theta(), from.phi() + 180);
    double lost = 0;
    double scattered = 0;
    for (int wave = 0; wave < 2; wave++) {
      double[] p = wave == 0 ? from.thetaVector() : from.phiVector();
      FarField field = currents.get(wave).far(forward);
      lost -=
          field.theta().im() * dot(forward.thetaVector(), p)
              + field.phi().im() * dot(forward.phiVector(), p);
      scattered += currents.get(wave).radiatedPower();
    }
    double power = 4 * Math.PI / Wave.number(frequency) * lost / (2 * Wave.IMPEDANCE);
    return power > 0 ? scattered / power : 1;
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  Direction sender(int receiver) {
    return senders.size() == 1 ? senders.getFirst() : senders.get(receiver);
  }
}
