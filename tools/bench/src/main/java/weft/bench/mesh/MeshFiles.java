// SPDX-License-Identifier: Apache-2.0
package weft.bench.mesh;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/// The same random points in the files of all programs.
///
/// @param points their number
/// @param binary doubles, least byte first
/// @param node TetGen's
/// @param qhull Qhull's
record MeshFiles(int points, Path binary, Path node, Path qhull) {
  /// Writes random points of the unit cube, those that `weft run mesh --random` has.
  static MeshFiles write(Path folder, int points) throws IOException {
    var files =
        new MeshFiles(
            points,
            folder.resolve(points + ".bin"),
            folder.resolve(points + ".node"),
            folder.resolve(points + ".txt"));
    var random = new SplittableRandom(42);
    try (var binary =
            new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(files.binary)));
        Writer node = Files.newBufferedWriter(files.node);
        Writer qhull = Files.newBufferedWriter(files.qhull)) {
      node.write(points + " 3 0 0\n");
      qhull.write("3\n" + points + "\n");
      for (int i = 0; i < points; i++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        double z = random.nextDouble();
        for (double value : new double[] {x, y, z}) {
          binary.writeLong(Long.reverseBytes(Double.doubleToRawLongBits(value)));
        }
        String line = x + " " + y + " " + z + "\n";
        node.write(i + " " + line);
        qhull.write(line);
      }
    }
    return files;
  }
}
