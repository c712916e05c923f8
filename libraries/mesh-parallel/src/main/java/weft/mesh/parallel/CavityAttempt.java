// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import java.util.Arrays;
import java.util.TreeSet;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.mesh.kernel.CavityPatch;

/// An attempt to insert a point whose cavity reaches into other regions.
final class CavityAttempt {
  /// Its number: that of its region, and one in that.
  final long number;

  final int vertex;
  final int near;
  final int fails;

  /// Whether it is the elder, which waits where others give up.
  final boolean elder;

  /// What regions have lent to it.
  final CavityPatch patch;

  /// The other regions that were asked.
  final TreeSet<Integer> asked = new TreeSet<>();

  /// The number of answers that have not arrived.
  int open;

  /// Whether some region had claimed tets for another attempt.
  boolean taken;

  CavityAttempt(long number, int vertex, int near, int fails, boolean elder) {
    this(number, vertex, near, fails, elder, new CavityPatch());
  }

  private CavityAttempt(
      long number, int vertex, int near, int fails, boolean elder, CavityPatch patch) {
    this.number = number;
    this.vertex = vertex;
    this.near = near;
    this.fails = fails;
    this.elder = elder;
    this.patch = patch;
  }

  /// The region of an attempt.
  static int region(long number) {
    return (int) (number >>> 32);
  }

  /// The tets of one region among pairs of a region and a tet there.
  static int[] of(int region, int[] pairs) {
    int[] tets = new int[pairs.length / 2];
    int count = 0;
    for (int i = 0; i < pairs.length; i += 2) {
      if (pairs[i] == region) {
        tets[count++] = pairs[i + 1];
      }
    }
    return Arrays.copyOf(tets, count);
  }

  void write(Writer out) {
    out.writeLong(number);
    out.writeInt(vertex);
    out.writeInt(near);
    out.writeInt(fails);
    out.writeBoolean(elder);
    out.writeInts(asked.stream().mapToInt(it -> it).toArray());
    out.writeInt(open);
    out.writeBoolean(taken);
    out.writeSize(patch.tets());
    for (int i = 0; i < patch.tets(); i++) {
      out.writeInt(patch.region(i));
      out.writeInt(patch.tet(i));
      out.writeBoolean(patch.falls(i));
      for (int k = 0; k < 4; k++) {
        out.writeInt(patch.corner(i, k));
      }
    }
    out.writeInts(patch.missing());
    out.writeSize(patch.spares());
    for (int i = 0; i < patch.spares(); i++) {
      out.writeInt(patch.spareRegion(i));
      out.writeInt(patch.spare(i));
    }
  }

  static CavityAttempt read(Reader in) {
    var attempt =
        new CavityAttempt(
            in.readLong(), in.readInt(), in.readInt(), in.readInt(), in.readBoolean());
    for (int region : in.readInts()) {
      attempt.asked.add(region);
    }
    attempt.open = in.readInt();
    attempt.taken = in.readBoolean();
    for (int i = in.readSize(25); i > 0; i--) {
      attempt.patch.add(
          in.readInt(),
          in.readInt(),
          in.readBoolean(),
          in.readInt(),
          in.readInt(),
          in.readInt(),
          in.readInt());
    }
    int[] missing = in.readInts();
    for (int i = 0; i < missing.length; i += 2) {
      attempt.patch.addBeside(missing[i], missing[i + 1]);
    }
    for (int i = in.readSize(8); i > 0; i--) {
      attempt.patch.addSpare(in.readInt(), in.readInt());
    }
    return attempt;
  }
}
