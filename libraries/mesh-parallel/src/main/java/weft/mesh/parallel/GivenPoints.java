// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mesh.kernel.CoarseTets;

/// The points of one rank, what all ranks know of those of all, and a sample of these.
final class GivenPoints {
  /// The points of this rank.
  final double[] xyz;

  /// The global number of its first point, and the number of all.
  final long first;

  final long total;

  /// Least and largest coordinates of all points.
  private final double[] box;

  private final long[] numbers;
  private final double[] places;

  /// Whether each point of this rank is one of the sample.
  private final boolean[] inSample;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Sample(long[] numbers, double[] places) {}

  private static final Codec<Sample> SAMPLE =
      Codecs.of(
          "sample",
          (it, out) -> {
            out.writeLongs(it.numbers);
            out.writeDoubles(it.places);
          },
          in -> new Sample(in.readLongs(), in.readDoubles()));

  /// Takes the points of one.
  @FunctionalInterface
  interface Taker {
    void take(int region, long number, double x, double y, double z);
  }

  private GivenPoints(
      double[] xyz, long first, long total, double[] box, boolean[] inSample, List<Sample> parts) {
    this.xyz = xyz;
    this.first = first;
    this.total = total;
    this.box = box;
    this.inSample = inSample;
    int count = parts.stream().mapToInt(it -> it.numbers.length).sum();
    numbers = new long[count];
    places = new double[3 * count];
    int at = 0;
    for (Sample part : parts) {
      System.arraycopy(part.numbers, 0, numbers, at, part.numbers.length);
      System.arraycopy(part.places, 0, places, 3 * at, part.places.length);
      at += part.numbers.length;
    }
  }

  /// Numbers the points of all ranks, and draws a sample of about `wanted`. Collective.
  static GivenPoints of(Group group, double[] xyz, long wanted) {
    int count = xyz.length / 3;
    long[] counts = new long[group.size()];
    counts[group.rank()] = count;
    group.allreduce(counts, Operator.SUM);
    long total = Arrays.stream(counts).sum();
    long first = Arrays.stream(counts, 0, group.rank()).sum();
    double[] box = new double[6];
    Arrays.fill(box, Double.POSITIVE_INFINITY);
    for (int i = 0; i < xyz.length; i++) {
      box[i % 3] = Math.min(box[i % 3], xyz[i]);
      box[3 + i % 3] = Math.min(box[3 + i % 3], -xyz[i]);
    }
    group.allreduce(box, Operator.MIN);
    for (int k = 3; k < 6; k++) {
      box[k] = -box[k];
    }
    boolean[] inSample = new boolean[count];
    double share = total == 0 ? 1 : (double) wanted / total;
    int size = 0;
    for (int i = 0; i < count; i++) {
      inSample[i] = (mix(first + i) >>> 11) * 0x1p-53 < share;
    }
    // With these the sample is in one plane only if all points are.
    for (int i : CoarseTets.extent(xyz)) {
      inSample[i] = true;
    }
    for (int i = 0; i < count; i++) {
      size += inSample[i] ? 1 : 0;
    }
    var own = new Sample(new long[size], new double[3 * size]);
    int at = 0;
    for (int i = 0; i < count; i++) {
      if (inSample[i]) {
        own.numbers[at] = first + i;
        System.arraycopy(xyz, 3 * i, own.places, 3 * at++, 3);
      }
    }
    return new GivenPoints(xyz, first, total, box, inSample, group.allgather(own, SAMPLE));
  }

  private static long mix(long value) {
    long mixed = (value + 1) * 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return mixed ^ mixed >>> 31;
  }

  /// The width of the box of all points.
  double width(int axis) {
    return total == 0 ? 0 : box[3 + axis] - box[axis];
  }

  /// The tets of the sample; null if all points are in one plane.
  @Nullable CoarseTets coarse(int regions) {
    return numbers.length == 0 ? null : CoarseTets.of(places, numbers, box, regions);
  }

  /// The dimension of the smallest space that contains all points: −1 without points.
  int dimension() {
    return CoarseTets.extent(places).length - 1;
  }

  /// Passes each point of this rank that is no corner of the coarse tets, with its region.
  void forEachOfRest(CoarseTets coarse, Taker taker) {
    boolean[] corners = coarse.corners();
    int at = Arrays.binarySearch(numbers, first);
    at = at < 0 ? -at - 1 : at;
    for (int i = 0; i < inSample.length; i++) {
      if (inSample[i] && corners[at++]) {
        continue;
      }
      double x = xyz[3 * i];
      double y = xyz[3 * i + 1];
      double z = xyz[3 * i + 2];
      taker.take(coarse.cut().regionOf(x, y, z), first + i, x, y, z);
    }
  }
}
