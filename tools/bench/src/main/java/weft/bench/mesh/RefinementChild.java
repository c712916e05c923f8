// SPDX-License-Identifier: Apache-2.0
package weft.bench.mesh;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import weft.mesh.Complex;
import weft.mesh.ComplexBuilder;
import weft.mesh.MeshShape;
import weft.mesh.Mesher;
import weft.mesh.TetMesh;

/// A JVM that fills the unit cube once, and prints what it took.
final class RefinementChild {
  private RefinementChild() {}

  /// Prints the CPU seconds of the whole process, which include those of the compilers and the
  /// collector, those of the thread that computes, and the tets and their shapes.
  ///
  /// @param args the largest volume, and whether the angles are improved
  public static void main(String[] args) {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    var threads = ManagementFactory.getThreadMXBean();
    long begin = system.getProcessCpuTime();
    long thread = threads.getCurrentThreadCpuTime();
    TetMesh mesh =
        Mesher.of(cube())
            .radiusEdge(2)
            .maxVolume(Double.parseDouble(args[0]))
            .improves(Boolean.parseBoolean(args[1]))
            .mesh();
    double inThread = (threads.getCurrentThreadCpuTime() - thread) * 1e-9;
    double seconds = (system.getProcessCpuTime() - begin) * 1e-9;
    MeshShape shape = mesh.outcome().shapeAfter();
    System.out.printf(
        Locale.ROOT,
        "seconds %.6f thread %.6f tets %d ratio %.6f angle %.6f%n",
        seconds,
        inThread,
        mesh.tetCount(),
        shape.worstRatio(),
        shape.smallestDihedral());
  }

  private static Complex cube() {
    return new ComplexBuilder(
            0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1)
        .facet(1, new int[] {0, 3, 2, 1})
        .facet(1, new int[] {4, 5, 6, 7})
        .facet(1, new int[] {0, 1, 5, 4})
        .facet(1, new int[] {1, 2, 6, 5})
        .facet(1, new int[] {2, 3, 7, 6})
        .facet(1, new int[] {3, 0, 4, 7})
        .build();
  }
}
