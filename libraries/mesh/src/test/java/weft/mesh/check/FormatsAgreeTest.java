// SPDX-License-Identifier: Apache-2.0
package weft.mesh.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import weft.mesh.ComplexException;
import weft.mesh.Mesher;
import weft.mesh.TetFile;
import weft.mesh.TetMesh;
import weft.mesh.check.PlainFiles.Content;
import weft.mesh.files.MeshFormat;

/// A mesh has the same tets, faces and groups in every file, by readers that share no code with the
/// library, by those of the library, and by meshio where it is installed.
final class FormatsAgreeTest {
  private static final int SEEDS = Integer.getInteger("weft.seeds", 3);

  private static final long SEED = Long.getLong("weft.seed", 56);

  private static final List<String> KINDS = List.copyOf(Bodies.kinds().keySet());

  @TempDir Path folder;

  private static TetMesh mesh(long seed) {
    String kind = KINDS.get(Math.floorMod(seed, KINDS.size()));
    Body body = Bodies.kind(kind).make(new SplittableRandom(seed));
    try {
      return Mesher.of(body.complex()).listener(now -> now.tets() < 3000).mesh();
    } catch (ComplexException e) {
      // Nearer than rounding: another one.
      return mesh(seed + 1_000_000L * KINDS.size() + 1);
    }
  }

  private static byte[] bytes(TetMesh mesh, MeshFormat format, int order) throws IOException {
    var out = new ByteArrayOutputStream();
    mesh.write(out, format, order);
    return out.toByteArray();
  }

  private static Content read(TetMesh mesh, MeshFormat format, int order) throws IOException {
    byte[] data = bytes(mesh, format, order);
    return switch (format) {
      case STL -> PlainSurfaceFiles.stl(data);
      case STL_TEXT -> PlainSurfaceFiles.stlText(data);
      case OBJ -> PlainSurfaceFiles.obj(data);
      case OFF -> PlainSurfaceFiles.off(data);
      case PLY, PLY_TEXT -> PlainSurfaceFiles.ply(data);
      case VTU -> PlainFiles.vtu(data);
      case MSH_4_1, MSH_4_1_TEXT, MSH_2_2, MSH_2_2_TEXT -> PlainMshFiles.msh(data);
      case INP -> PlainFiles.inp(data);
      case MEDIT -> PlainFiles.medit(data);
      case VTK -> PlainFiles.vtk(data);
      case SU2 -> PlainFiles.su2(data);
      case NODE, ELE, FACE ->
          PlainFiles.tetgen(
              bytes(mesh, MeshFormat.NODE, order),
              bytes(mesh, MeshFormat.ELE, order),
              bytes(mesh, MeshFormat.FACE, order));
    };
  }

  /// What a format keeps of a group.
  private static String group(MeshFormat format, Map<Integer, String> names, int number) {
    String name = names.getOrDefault(number, "");
    return switch (format) {
      case STL, OFF, PLY, PLY_TEXT -> "";
      case MEDIT, NODE, ELE, FACE -> "" + number;
      case INP, SU2 -> name.replace(' ', '_');
      default -> name;
    };
  }

  private static String place(MeshFormat format, double x) {
    return switch (format) {
      case STL -> "" + ((float) x + 0f);
      // Numbers of such files have 20 characters.
      case INP -> String.format(Locale.ROOT, "%.12e", x + 0.0);
      default -> "" + (x + 0.0);
    };
  }

  private static String key(MeshFormat format, double[][] corners, String group) {
    return Arrays.stream(corners)
            .map(p -> place(format, p[0]) + " " + place(format, p[1]) + " " + place(format, p[2]))
            .sorted()
            .toList()
        + group;
  }

  private static List<String> cells(
      MeshFormat format, List<double[]> points, List<int[]> cells, List<String> groups) {
    List<String> keys = new ArrayList<>();
    for (int c = 0; c < cells.size(); c++) {
      double[][] corners =
          Arrays.stream(cells.get(c)).mapToObj(points::get).toArray(double[][]::new);
      keys.add(key(format, corners, groups.get(c)));
    }
    keys.sort(String::compareTo);
    return keys;
  }

  private static List<int[]> rows(int[] all, int width) {
    List<int[]> rows = new ArrayList<>();
    for (int i = 0; i < all.length; i += width) {
      rows.add(Arrays.copyOfRange(all, i, i + width));
    }
    return rows;
  }

  /// Whether each face has tets on one side alone.
  private static boolean[] outer(TetMesh mesh) {
    Map<List<Integer>, Integer> count = new java.util.HashMap<>();
    for (int[] tet : rows(mesh.tets(), 4)) {
      for (int i = 0; i < 4; i++) {
        int left = i;
        count.merge(
            java.util.stream.IntStream.range(0, 4)
                .filter(k -> k != left)
                .map(k -> tet[k])
                .sorted()
                .boxed()
                .toList(),
            1,
            Integer::sum);
      }
    }
    boolean[] outer = new boolean[mesh.faceCount()];
    List<int[]> faces = rows(mesh.faces(), 3);
    for (int f = 0; f < outer.length; f++) {
      outer[f] = count.getOrDefault(Arrays.stream(faces.get(f)).sorted().boxed().toList(), 0) == 1;
    }
    return outer;
  }

  @ParameterizedTest
  @EnumSource
  void ofFormats(MeshFormat format) throws IOException {
    for (long seed = SEED; seed < SEED + SEEDS; seed++) {
      TetMesh mesh = mesh(seed);
      for (int order = 1; order <= (format.holdsMiddles() ? 2 : 1); order++) {
        Content content = read(mesh, format, order);
        String what = "%s of order %d, seed %d".formatted(format, order, seed);
        List<double[]> points = rows3(mesh.vertices());
        List<String> markers = new ArrayList<>();
        List<int[]> faces = new ArrayList<>();
        boolean[] outer = outer(mesh);
        for (int f = 0; f < mesh.faceCount(); f++) {
          if (outer[f] || format != MeshFormat.SU2) {
            faces.add(rows(mesh.faces(), 3).get(f));
            markers.add(group(format, mesh.boundaryNames(), mesh.faceMarkers()[f]));
          }
        }
        assertThat(cells(format, content.points, content.faces, content.markers))
            .as(what)
            .isEqualTo(cells(format, points, faces, markers));
        if (!format.holdsTets()) {
          continue;
        }
        List<String> materials = new ArrayList<>();
        for (int material : mesh.materials()) {
          materials.add(
              format == MeshFormat.SU2 ? "" : group(format, mesh.materialNames(), material));
        }
        assertThat(cells(format, content.points, content.tets, content.materials))
            .as(what)
            .isEqualTo(cells(format, points, rows(mesh.tets(), 4), materials));
        checkReadBack(mesh, format, order, what);
      }
    }
  }

  private static List<double[]> rows3(double[] all) {
    List<double[]> rows = new ArrayList<>();
    for (int i = 0; i < all.length; i += 3) {
      rows.add(Arrays.copyOfRange(all, i, i + 3));
    }
    return rows;
  }

  /// Volumes of materials and areas of markers, by what a format calls them.
  private static Map<String, Double> sizes(MeshFormat format, TetMesh mesh) {
    Map<String, Double> sizes = new TreeMap<>();
    List<double[]> x = rows3(mesh.vertices());
    List<int[]> tets = rows(mesh.tets(), 4);
    for (int t = 0; t < tets.size(); t++) {
      int[] v = tets.get(t);
      double[] n = cross(minus(x.get(v[1]), x.get(v[0])), minus(x.get(v[2]), x.get(v[0])));
      double[] c = minus(x.get(v[3]), x.get(v[0]));
      String group = group(format, mesh.materialNames(), mesh.materials()[t]);
      sizes.merge(
          format == MeshFormat.SU2 ? "volume" : "volume of " + group,
          (n[0] * c[0] + n[1] * c[1] + n[2] * c[2]) / 6,
          Double::sum);
    }
    List<int[]> faces = rows(mesh.faces(), 3);
    boolean[] outer = outer(mesh);
    for (int f = 0; f < faces.size(); f++) {
      int[] v = faces.get(f);
      double[] n = cross(minus(x.get(v[1]), x.get(v[0])), minus(x.get(v[2]), x.get(v[0])));
      String group = group(format, mesh.boundaryNames(), mesh.faceMarkers()[f]);
      if (outer[f] || format != MeshFormat.SU2) {
        sizes.merge(
            "area of " + group,
            Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2,
            Double::sum);
      }
    }
    return sizes;
  }

  private static double[] minus(double[] a, double[] b) {
    return new double[] {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  }

  private static double[] cross(double[] a, double[] b) {
    return new double[] {
      a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    };
  }

  private void checkReadBack(TetMesh mesh, MeshFormat format, int order, String what)
      throws IOException {
    if (!format.isRead()) {
      return;
    }
    Path file = folder.resolve("back." + format.ending());
    Files.write(file, bytes(mesh, format, order));
    Map<String, Double> expected = sizes(format, mesh);
    Map<String, Double> found = sizes(format, TetFile.read(file).mesh());
    assertThat(found.keySet()).as(what).isEqualTo(expected.keySet());
    expected.forEach((name, size) ->
        assertThat(found.getOrDefault(name, 0.0))
            .as(what + ": " + name)
            .isCloseTo(size, within(1e-9 * size + 1e-13)));
  }

  @Test
  void byMeshio() throws IOException, InterruptedException {
    String python =
        Stream.of("python3", "/usr/bin/python3")
            .filter(each -> runs(each, "-c", "import meshio"))
            .findFirst()
            .orElse("");
    assumeTrue(
        !python.isEmpty(),
        "meshio is not installed here: Debian has it in the package python3-meshio");
    TetMesh mesh = mesh(SEED);
    var script = new StringBuilder("import meshio, numpy as n\n");
    for (MeshFormat format :
        new MeshFormat[] {
          MeshFormat.VTU,
          MeshFormat.MSH_4_1,
          MeshFormat.INP,
          MeshFormat.MEDIT,
          MeshFormat.SU2,
          MeshFormat.VTK
        }) {
      Path file = folder.resolve("peer." + format.ending());
      Files.write(file, bytes(mesh, format, 1));
      script.append(
          """
          m = meshio.read(r'%s')
          t = n.concatenate([c.data for c in m.cells if c.type == 'tetra'])
          p = m.points[t]
          v = n.einsum('ij,ij->i', n.cross(p[:,1]-p[:,0], p[:,2]-p[:,0]), p[:,3]-p[:,0]) / 6
          print('RESULT', len(m.points), len(t), v.min() > 0, '%%.9e' %% v.sum())
          """
              .formatted(file));
    }
    Process process =
        new ProcessBuilder(python, "-c", script.toString()).redirectErrorStream(true).start();
    String text =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    String expected =
        String.format(
            Locale.ROOT,
            "RESULT %d %d True %.9e",
            mesh.vertexCount(),
            mesh.tetCount(),
            mesh.quality().volume());
    assertThat(text.lines().filter(line -> line.startsWith("RESULT")).toList())
        .as(text)
        .hasSize(6)
        .allSatisfy(line -> assertThat(line).isEqualTo(expected));
  }

  private static boolean runs(String... command) {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
