// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/// The bounding box of a mesh, and its arrays as a page stores them: little-endian, and moved and
/// scaled to the unit ball, so that 32-bit floats suffice wherever the mesh is.
final class MeshBox {
  private final int[] cells;
  private final boolean[] finite;
  private final double[] least = filled(Double.POSITIVE_INFINITY);
  private final double[] most = filled(Double.NEGATIVE_INFINITY);
  private final double[] center = new double[3];
  private double radius;

  private MeshBox(double[] points, int[] cells) {
    this.cells = cells;
    finite = new boolean[points.length / 3];
    for (int i = 0; i < finite.length; i++) {
      finite[i] =
          Double.isFinite(points[3 * i])
              && Double.isFinite(points[3 * i + 1])
              && Double.isFinite(points[3 * i + 2]);
    }
  }

  private static double[] filled(double value) {
    var result = new double[3];
    Arrays.fill(result, value);
    return result;
  }

  static MeshBox of(double[] points, int[] cells, List<double[]> marks) {
    var box = new MeshBox(points, cells);
    for (int point : cells) {
      if (box.finite[point]) {
        box.include(points, 3 * point);
      }
    }
    for (double[] lines : marks) {
      for (int i = 0; i < lines.length; i += 3) {
        if (Double.isFinite(lines[i] + lines[i + 1] + lines[i + 2])) {
          box.include(lines, i);
        }
      }
    }
    for (int k = 0; k < 3; k++) {
      if (box.most[k] < box.least[k]) {
        box.least[k] = box.most[k] = 0;
      }
      // Halves first: the sum of two large coordinates may overflow.
      box.center[k] = box.least[k] / 2 + box.most[k] / 2;
      box.radius = Math.hypot(box.radius, box.most[k] / 2 - box.least[k] / 2);
    }
    if (!(box.radius > 0 && box.radius <= Double.MAX_VALUE)) {
      box.radius = box.radius > 0 ? Double.MAX_VALUE : 1;
    }
    return box;
  }

  private void include(double[] xyz, int at) {
    for (int k = 0; k < 3; k++) {
      least[k] = Math.min(least[k], xyz[at + k]);
      most[k] = Math.max(most[k], xyz[at + k]);
    }
  }

  double least(int axis) {
    return least[axis];
  }

  double most(int axis) {
    return most[axis];
  }

  double[] center() {
    return center;
  }

  double radius() {
    return radius;
  }

  /// The middle of each cell along an axis, computed as the page does.
  double[] middles(double[] xyz, int axis, int corners) {
    var middles = new double[cells.length / corners];
    for (int cell = 0; cell < middles.length; cell++) {
      for (int i = 0; i < corners; i++) {
        middles[cell] += place(xyz, 3 * cells[corners * cell + i] + axis);
      }
      middles[cell] /= corners;
    }
    return middles;
  }

  private float place(double[] xyz, int at) {
    double place = (xyz[at] - center[at % 3]) / radius;
    return Double.isFinite(place) ? (float) place : 0;
  }

  private static ByteBuffer into(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  byte[] places(double[] xyz) {
    var bytes = new byte[4 * xyz.length];
    ByteBuffer out = into(bytes);
    for (int i = 0; i < xyz.length; i++) {
      out.putFloat(place(xyz, i));
    }
    return bytes;
  }

  boolean isFinite(int cell, int corners) {
    for (int i = 0; i < corners; i++) {
      if (!finite[cells[corners * cell + i]]) {
        return false;
      }
    }
    return true;
  }

  int finiteCells(int corners) {
    int count = 0;
    for (int cell = 0; cell < cells.length / corners; cell++) {
      count += isFinite(cell, corners) ? 1 : 0;
    }
    return count;
  }

  /// The corners of all cells. Cells without a place keep their number: all their corners are -1.
  byte[] finite(int corners) {
    var bytes = new byte[4 * cells.length];
    ByteBuffer out = into(bytes);
    for (int cell = 0; cell < cells.length / corners; cell++) {
      boolean placed = isFinite(cell, corners);
      for (int i = 0; i < corners; i++) {
        out.putInt(placed ? cells[corners * cell + i] : -1);
      }
    }
    return bytes;
  }

  static byte[] ints(int[] values) {
    var bytes = new byte[4 * values.length];
    into(bytes).asIntBuffer().put(values);
    return bytes;
  }

  byte[] kinds(int[] states) {
    var bytes = new byte[states.length];
    for (int i = 0; i < states.length; i++) {
      bytes[i] = (byte) states[i];
    }
    return bytes;
  }

  byte[] floats(double[] values) {
    var bytes = new byte[4 * values.length];
    ByteBuffer out = into(bytes);
    for (double value : values) {
      out.putFloat((float) value);
    }
    return bytes;
  }
}
