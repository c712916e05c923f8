// SPDX-License-Identifier: Apache-2.0
package mesh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import weft.Weft;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mesh.Complex;
import weft.mesh.MeshFields;
import weft.mesh.Mesher;
import weft.mesh.TetMesh;
import weft.mesh.surface.Fineness;
import weft.mesh.surface.Surface;
import weft.mesh.surface.SurfaceShapes;

/// How is an equation solved in what a surface encloses? Δu = 6 with u = x² + y² + z² on the
/// boundary, which is the solution inside too. Arguments: an .stl (else it is a ball), and the file
/// that the solution is written to, such as solved.vtu.
final class PoissonSolver {
  private final TetMesh mesh;
  private final Group all;
  private final int first;
  private final int end;

  private PoissonSolver(TetMesh mesh, Group all, World world) {
    this.mesh = mesh;
    this.all = all;
    // Each rank has a share of the tets.
    first = (int) ((long) mesh.tetCount() * world.rank() / world.size());
    end = (int) ((long) mesh.tetCount() * (world.rank() + 1) / world.size());
  }

  static void main(String[] args) {
    Weft.launch(args, PoissonSolver::run);
  }

  private static void run(World world) throws IOException {
    Group all = Group.world(world);
    world.start();
    Surface surface =
        world.args().isEmpty()
            ? SurfaceShapes.icosphere(1, Fineness.triangles(320))
            : Surface.read(Path.of(world.args().getFirst()));
    // The same surface has the same mesh on every rank.
    TetMesh mesh = Mesher.of(Complex.of(surface)).edgeLength(surface.medianEdge() / 2).mesh();
    double[] exact = new double[mesh.vertexCount()];
    for (int v = 0; v < exact.length; v++) {
      for (int k = 0; k < 3; k++) {
        exact[v] += mesh.coordinate(v, k) * mesh.coordinate(v, k);
      }
    }
    double[] u = new PoissonSolver(mesh, all, world).solve(exact);
    double square = 0;
    for (int v = 0; v < u.length; v++) {
      square += (u[v] - exact[v]) * (u[v] - exact[v]) / u.length;
    }
    if (world.rank() == 0) {
      IO.println(String.format(Locale.ROOT, "mean error %.4f", Math.sqrt(square)));
      if (world.args().size() > 1) {
        mesh.write(Path.of(world.args().get(1)), new MeshFields().atVertices("u", u));
      }
    }
  }

  /// Conjugate gradients, from the values on the boundary.
  private double[] solve(double[] boundary) {
    boolean[] fixed = new boolean[boundary.length];
    double[] u = new double[boundary.length];
    for (int v : mesh.faces()) {
      fixed[v] = true;
      u[v] = boundary[v];
    }
    double[] rest = product(u, -6, fixed);
    for (int v = 0; v < rest.length; v++) {
      rest[v] = -rest[v];
    }
    double[] way = rest.clone();
    double square = dot(rest, rest);
    for (double goal = 1e-20 * square; square > goal; ) {
      double[] product = product(way, 0, fixed);
      double step = square / dot(way, product);
      double before = square;
      for (int v = 0; v < u.length; v++) {
        u[v] += step * way[v];
        rest[v] -= step * product[v];
      }
      square = dot(rest, rest);
      for (int v = 0; v < u.length; v++) {
        way[v] = rest[v] + square / before * way[v];
      }
    }
    return u;
  }

  /// The integrals of ∇w · ∇(hat of each vertex) − load × hat, over the tets of all ranks.
  private double[] product(double[] w, double load, boolean[] fixed) {
    double[] sums = new double[w.length];
    double[][] hats = new double[4][];
    for (int t = first; t < end; t++) {
      double volume = gradients(t, hats);
      for (int k = 0; k < 3; k++) {
        double slope = 0;
        for (int i = 0; i < 4; i++) {
          slope += w[mesh.corner(t, i)] * hats[i][k];
        }
        for (int i = 0; i < 4; i++) {
          sums[mesh.corner(t, i)] += volume * (slope * hats[i][k] - load / 12);
        }
      }
    }
    all.allreduce(sums, Operator.SUM);
    for (int v = 0; v < sums.length; v++) {
      sums[v] = fixed[v] ? 0 : sums[v];
    }
    return sums;
  }

  /// The gradients of the four hats of a tet. Returns its volume.
  private double gradients(int t, double[][] hats) {
    double[] a = edge(t, 1);
    double[] b = edge(t, 2);
    double[] c = edge(t, 3);
    double six = dot(a, cross(b, c));
    hats[1] = scaled(cross(b, c), 1 / six);
    hats[2] = scaled(cross(c, a), 1 / six);
    hats[3] = scaled(cross(a, b), 1 / six);
    hats[0] = new double[3];
    for (int k = 0; k < 3; k++) {
      hats[0][k] = -hats[1][k] - hats[2][k] - hats[3][k];
    }
    return six / 6;
  }

  private double[] edge(int t, int i) {
    double[] edge = new double[3];
    for (int k = 0; k < 3; k++) {
      edge[k] = mesh.coordinate(mesh.corner(t, i), k) - mesh.coordinate(mesh.corner(t, 0), k);
    }
    return edge;
  }

  private static double[] cross(double[] a, double[] b) {
    return new double[] {
      a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    };
  }

  private static double[] scaled(double[] a, double by) {
    return new double[] {a[0] * by, a[1] * by, a[2] * by};
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
