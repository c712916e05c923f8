// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import weft.maxwell.internal.LegendreRule;
import weft.maxwell.internal.NearSum;
import weft.maxwell.internal.TriangleRule;

/// The currents that a source drives on a surface, and what they radiate. Local: no rank waits for
/// another one. It may be used by several threads.
public final class SurfaceCurrents {
  private static final int POINTS = TriangleRule.SIX.count();

  private final CurrentBasis basis;
  private final double k;
  private final double[] coefficients;
  private final double[] places;

  /// The power that they radiate alone, or NaN if it is not known yet.
  private final double power;

  /// @param coefficients real and imaginary part for each function, for e^{−iωt}
  /// @param power that they radiate, in watts, or NaN
  SurfaceCurrents(
      CurrentBasis basis, double k, double[] coefficients, double[] places, double power) {
    this.power = power;
    this.basis = basis;
    this.k = k;
    this.coefficients = coefficients;
    this.places = places;
  }

  /// For each corner of each triangle, the complex factor of the function opposite it.
  private double[] corners() {
    int[] triangles = basis.surface().triangles();
    double[] corners = new double[2 * triangles.length];
    for (int t = 0; t < triangles.length / 3; t++) {
      for (int e = basis.begin(t); e < basis.begin(t + 1); e++) {
        int entry = basis.entries()[e];
        double sign = (entry & 1) == 0 ? 1 : -1;
        int at = 6 * t + 2 * (entry >> 1 & 3);
        corners[at] += sign * coefficients[2 * (entry >> 3)];
        corners[at + 1] += sign * coefficients[2 * (entry >> 3) + 1];
      }
    }
    return corners;
  }

  /// The current at each point of the quadrature times its weight: the integrals of fields are sums
  /// over these.
  private double[] weighted() {
    double[] corners = corners();
    int[] triangles = basis.surface().triangles();
    double[] points = basis.surface().points();
    double[] weights = TriangleRule.SIX.weights();
    double[] sums = new double[2 * places.length];
    for (int i = 0; i < places.length / 3; i++) {
      int t = i / POINTS;
      for (int corner = 0; corner < 3; corner++) {
        double re = corners[6 * t + 2 * corner];
        double im = corners[6 * t + 2 * corner + 1];
        int s = 3 * triangles[3 * t + corner];
        for (int axis = 0; axis < 3; axis++) {
          double x = weights[i % POINTS] * (places[3 * i + axis] - points[s + axis]) / 2;
          sums[6 * i + 2 * axis] += re * x;
          sums[6 * i + 2 * axis + 1] += im * x;
        }
      }
    }
    return sums;
  }

  /// The functions of which the currents consist.
  public CurrentBasis basis() {
    return basis;
  }

  /// The current in amperes that crosses the edge of a function, from T⁺ to T⁻.
  public ComplexNumber through(int function) {
    return new ComplexNumber(
        coefficients[2 * function] / Wave.IMPEDANCE,
        -coefficients[2 * function + 1] / Wave.IMPEDANCE);
  }

  /// The current in amperes that flows forward through a port.
  public ComplexNumber through(Port port) {
    ComplexNumber sum = new ComplexNumber(0, 0);
    for (int i = 0; i < port.functions().length; i++) {
      ComplexNumber each = through(port.functions()[i]);
      sum = port.forward()[i] ? sum.plus(each) : sum.minus(each);
    }
    return sum;
  }

  /// The field far away. Of an incident wave's field it has nothing.
  public FarField far(Direction direction) {
    return far(List.of(direction)).getFirst();
  }

  /// The fields far away in many directions, which takes less time than one by one.
  public List<FarField> far(List<Direction> directions) {
    return far(weighted(), directions);
  }

  private List<FarField> far(double[] weighted, List<Direction> directions) {
    return directions.stream()
        .map(each -> far(weighted, each.vector(), each.thetaVector(), each.phiVector()))
        .toList();
  }

  private FarField far(double[] weighted, double[] s, double[] u, double[] v) {
    double tr = 0;
    double ti = 0;
    double pr = 0;
    double pi = 0;
    for (int i = 0; i < places.length / 3; i++) {
      double phase =
          -k * (s[0] * places[3 * i] + s[1] * places[3 * i + 1] + s[2] * places[3 * i + 2]);
      double c = Math.cos(phase);
      double d = Math.sin(phase);
      int at = 6 * i;
      double ar = u[0] * weighted[at] + u[1] * weighted[at + 2] + u[2] * weighted[at + 4];
      double ai = u[0] * weighted[at + 1] + u[1] * weighted[at + 3] + u[2] * weighted[at + 5];
      double br = v[0] * weighted[at] + v[1] * weighted[at + 2] + v[2] * weighted[at + 4];
      double bi = v[0] * weighted[at + 1] + v[1] * weighted[at + 3] + v[2] * weighted[at + 5];
      tr += ar * c - ai * d;
      ti += ar * d + ai * c;
      pr += br * c - bi * d;
      pi += br * d + bi * c;
    }
    // f = ikF/4π, conjugated for e^{+jωt}.
    double scale = k / (4 * Math.PI);
    return new FarField(
        new ComplexNumber(-scale * ti, -scale * tr), new ComplexNumber(-scale * pi, -scale * pr));
  }

  /// The power in watts that the currents radiate into all directions.
  public double radiatedPower() {
    return Double.isNaN(power) ? radiatedPower(null) : power;
  }

  /// The power in watts that the currents and a short current beside them radiate together.
  public double radiatedPower(@Nullable ShortDipole beside) {
    return radiation(beside).power();
  }

  /// What the currents and a short current beside them radiate together, in all directions.
  public Radiation radiation(@Nullable ShortDipole beside) {
    double[] surface = basis.surface().points();
    double[] points = beside == null ? surface : Arrays.copyOf(surface, surface.length + 3);
    if (beside != null) {
      System.arraycopy(beside.place(), 0, points, surface.length, 3);
    }
    double square = 0;
    for (int axis = 0; axis < 3; axis++) {
      int from = axis;
      double least = Double.MAX_VALUE;
      double most = -Double.MAX_VALUE;
      for (int i = from; i < points.length; i += 3) {
        least = Math.min(least, points[i]);
        most = Math.max(most, points[i]);
      }
      square += (most - least) * (most - least);
    }
    double kr = k * Math.sqrt(square) / 2;
    int count = (int) Math.ceil(kr + 6 * Math.cbrt(kr)) + 4;
    LegendreRule rule = LegendreRule.symmetric(count);
    int around = 2 * count;
    double sum = 0;
    double[] weighted = weighted();
    List<Direction> grid = new ArrayList<>();
    List<Double> intensities = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double theta = Math.toDegrees(Math.acos(rule.points()[i]));
      List<Direction> directions = new ArrayList<>();
      for (int j = 0; j < around; j++) {
        directions.add(new Direction(theta, 360.0 * j / around));
      }
      List<FarField> fields = far(weighted, directions);
      double ring = 0;
      for (int j = 0; j < around; j++) {
        double each = with(beside, directions.get(j), fields.get(j)).intensity();
        ring += each;
        grid.add(directions.get(j));
        intensities.add(each);
      }
      sum += rule.weights()[i] * ring;
    }
    var peak =
        new PatternPeak(all -> {
          List<FarField> fields = far(weighted, all);
          return IntStream.range(0, all.size())
              .mapToObj(i -> with(beside, all.get(i), fields.get(i)))
              .toList();
        });
    return peak.radiation(sum * 2 * Math.PI / around, grid, intensities, Math.PI / count);
  }

  private FarField with(@Nullable ShortDipole beside, Direction direction, FarField field) {
    return beside == null ? field : field.plus(beside.far(k, direction));
  }

  /// The field of the currents at a point, without the incident one.
  public NearField near(double x, double y, double z) {
    return near(new NearSum(basis.surface(), k, corners()), x, y, z);
  }

  /// The fields at many points: x, y and z of each.
  public NearField[] near(double[] points) {
    var sum = new NearSum(basis.surface(), k, corners());
    NearField[] fields = new NearField[points.length / 3];
    Arrays.setAll(fields, i -> near(sum, points[3 * i], points[3 * i + 1], points[3 * i + 2]));
    return fields;
  }

  private static NearField near(NearSum sum, double x, double y, double z) {
    double[] fields = new double[12];
    boolean tooNear = sum.at(x, y, z, fields);
    ComplexNumber[] electric = new ComplexNumber[3];
    ComplexNumber[] magnetic = new ComplexNumber[3];
    for (int axis = 0; axis < 3; axis++) {
      electric[axis] = new ComplexNumber(fields[2 * axis], -fields[2 * axis + 1]);
      magnetic[axis] =
          new ComplexNumber(
              fields[6 + 2 * axis] / Wave.IMPEDANCE, -fields[7 + 2 * axis] / Wave.IMPEDANCE);
    }
    return new NearField(electric, magnetic, tooNear);
  }

  /// The magnitude of the current density at the centre of each triangle, in A/m.
  public double[] density() {
    int[] triangles = basis.surface().triangles();
    double[] points = basis.surface().points();
    double[] corners = corners();
    double[] density = new double[triangles.length / 3];
    for (int t = 0; t < density.length; t++) {
      double square = 0;
      for (int axis = 0; axis < 3; axis++) {
        double centre = 0;
        for (int corner = 0; corner < 3; corner++) {
          centre += points[3 * triangles[3 * t + corner] + axis] / 3;
        }
        double re = 0;
        double im = 0;
        for (int corner = 0; corner < 3; corner++) {
          double x = centre - points[3 * triangles[3 * t + corner] + axis];
          re += corners[6 * t + 2 * corner] * x;
          im += corners[6 * t + 2 * corner + 1] * x;
        }
        square += re * re + im * im;
      }
      density[t] = Math.sqrt(square) / (twiceArea(points, triangles, t) * Wave.IMPEDANCE);
    }
    return density;
  }

  private static double twiceArea(double[] points, int[] triangles, int t) {
    int a = 3 * triangles[3 * t];
    int b = 3 * triangles[3 * t + 1];
    int c = 3 * triangles[3 * t + 2];
    double square = 0;
    for (int axis = 0; axis < 3; axis++) {
      int next = (axis + 1) % 3;
      int last = (axis + 2) % 3;
      double n =
          (points[b + next] - points[a + next]) * (points[c + last] - points[a + last])
              - (points[b + last] - points[a + last]) * (points[c + next] - points[a + next]);
      square += n * n;
    }
    return Math.sqrt(square);
  }
}
