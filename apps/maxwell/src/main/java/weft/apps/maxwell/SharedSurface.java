// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import weft.collective.Group;
import weft.mesh.surface.Surface;

/// Gives the surface of rank 0 to all ranks, which may be on hosts without its file.
final class SharedSurface {
  private SharedSurface() {}

  /// The surface on every rank. Collective.
  ///
  /// @param mine the surface at rank 0; ignored elsewhere
  static Surface broadcast(Group all, Surface mine) {
    boolean first = all.rank() == 0;
    byte[] names = String.join("\n", mine.groupNames()).getBytes(StandardCharsets.UTF_8);
    long[] sizes = {mine.pointCount(), mine.triangleCount(), names.length};
    all.broadcast(0, sizes);
    double[] points = first ? mine.points() : new double[(int) (3 * sizes[0])];
    all.broadcast(0, points);
    int triangles = (int) sizes[1];
    long[] words = new long[4 * triangles + (int) sizes[2]];
    if (first) {
      for (int i = 0; i < 3 * triangles; i++) {
        words[i] = mine.triangles()[i];
      }
      for (int t = 0; t < triangles; t++) {
        words[3 * triangles + t] = mine.groups()[t];
      }
      for (int i = 0; i < names.length; i++) {
        words[4 * triangles + i] = names[i];
      }
    }
    all.broadcast(0, words);
    if (first) {
      return mine;
    }
    byte[] text = new byte[(int) sizes[2]];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) words[4 * triangles + i];
    }
    return Surface.of(
        points,
        ints(words, 0, 3 * triangles),
        ints(words, 3 * triangles, 4 * triangles),
        List.of(new String(text, StandardCharsets.UTF_8).split("\n", -1)));
  }

  private static int[] ints(long[] words, int from, int to) {
    return Arrays.stream(words, from, to).mapToInt(Math::toIntExact).toArray();
  }
}
