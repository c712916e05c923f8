// SPDX-License-Identifier: Apache-2.0
package mesh;

import weft.Weft;
import weft.World;
import weft.mesh.surface.Defect;
import weft.mesh.surface.Diagnosis;
import weft.mesh.surface.Surface;
import weft.mesh.surface.SurfaceRepair;

/// What is wrong with a surface, and what can be repaired? The surface needs no ranks; rank 0 alone
/// checks it.
final class SurfaceDefects {
  private SurfaceDefects() {}

  static void main(String[] args) {
    Weft.launch(args, SurfaceDefects::run);
  }

  private static void run(World world) {
    world.start();
    if (world.rank() > 0) {
      return;
    }
    // A tetrahedron. Its third face is turned around, its last one is there twice.
    double[] points = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    int[] triangles = {0, 2, 1, 0, 1, 3, 1, 3, 2, 0, 3, 2, 2, 0, 3};
    Surface surface = Surface.of(points, triangles); // or Surface.read(Path.of("wing.stl"))
    for (Defect defect : Diagnosis.of(surface).defects()) {
      IO.println(defect.kind() + ": " + defect.sentence());
    }

    SurfaceRepair repair = SurfaceRepair.of(surface, 0);
    repair.done().forEach(IO::println);
    boolean clean = Diagnosis.of(repair.surface()).isClean();
    IO.println("clean: %s, volume %.4f".formatted(clean, repair.surface().volume()));
  }
}
