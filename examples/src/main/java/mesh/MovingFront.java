// SPDX-License-Identifier: Apache-2.0
package mesh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Locale;
import weft.Weft;
import weft.World;
import weft.mesh.Complex;
import weft.mesh.ComplexBuilder;
import weft.mesh.Mesher;
import weft.mesh.Sizing;
import weft.mesh.TetMesh;

/// How is a mesh refined where a solution asks for it, again and again? A front passes through a
/// block. Given a folder, each round is a file there: open them in ParaView as a series, and play.
final class MovingFront {
  private static final int ROUNDS = 10;
  private static final double FINE = 0.04;

  private MovingFront() {}

  static void main(String[] args) {
    Weft.launch(args, MovingFront::run);
  }

  private static void run(World world) {
    world.start();
    if (world.rank() > 0) {
      return;
    }
    TetMesh coarse = Mesher.of(block()).edgeLength(0.3).mesh();
    IO.println("coarse: %d tets".formatted(coarse.tetCount()));
    for (int round = 0; round < ROUNDS; round++) {
      double front = 2 * (round + 0.5) / ROUNDS;
      // In your program, the error of the solution on the mesh before says how long edges are.
      Sizing sizing = (x, y, z) -> Math.max(FINE, Math.abs(x - front));
      TetMesh mesh = coarse.refine(sizing);
      int near = 0;
      for (int t = 0; t < mesh.tetCount(); t++) {
        near += Math.abs(middle(mesh, t) - front) < 0.2 ? 1 : 0;
      }
      IO.println(
          String.format(
              Locale.ROOT,
              "round %d: %d tets, %d %% of them within 0.2 of the front",
              round,
              mesh.tetCount(),
              100 * near / mesh.tetCount()));
      if (!world.args().isEmpty()) {
        write(mesh, Path.of(world.args().get(0), "front%02d.vtu".formatted(round)));
      }
    }
  }

  private static double middle(TetMesh mesh, int tet) {
    double sum = 0;
    for (int i = 0; i < 4; i++) {
      sum += mesh.coordinate(mesh.corner(tet, i), 0);
    }
    return sum / 4;
  }

  /// A block of 2 by 1 by 1, whose ends have names.
  private static Complex block() {
    return new ComplexBuilder(
            0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0, 0, 0, 1, 2, 0, 1, 2, 1, 1, 0, 1, 1)
        .facet(1, new int[] {3, 0, 4, 7})
        .facet(2, new int[] {1, 2, 6, 5})
        .facet(3, new int[] {0, 3, 2, 1})
        .facet(3, new int[] {4, 5, 6, 7})
        .facet(3, new int[] {0, 1, 5, 4})
        .facet(3, new int[] {2, 3, 7, 6})
        .name(1, "inflow")
        .name(2, "outflow")
        .name(3, "wall")
        .build();
  }

  private static void write(TetMesh mesh, Path file) {
    try {
      mesh.write(file);
    } catch (IOException e) {
      throw new UncheckedIOException("the round cannot be written", e);
    }
  }
}
