// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.mesh.files.MeshFormat;
import weft.testkit.Sampled;

/// Other programs read what this module writes, and it reads what they write, where they are
/// installed: Debian has them in `python3-meshio` and `gmsh`.
@Sampled
final class ReadBackTest {
  @TempDir private Path folder;

  private record Output(int code, String text) {}

  private Output run(String... command) throws IOException, InterruptedException {
    Path log = folder.resolve("log");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      int code = process.waitFor();
      return new Output(code, Files.readString(log, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return new Output(-1, String.valueOf(e.getMessage()));
    }
  }

  private boolean imports(String python, String module) {
    try {
      return run(python, "-c", "import " + module).code() == 0;
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("python cannot be asked", e);
    }
  }

  private Path write(MeshFormat format, String name, Surface surface) throws IOException {
    Path file = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(file)) {
      surface.write(format, out);
    }
    return file;
  }

  private List<Path> files(Surface surface, List<MeshFormat> formats) throws IOException {
    List<Path> files = new ArrayList<>();
    for (MeshFormat format : formats) {
      String ending =
          format.name().replaceAll("_.*|[0-9].*", "").toLowerCase(java.util.Locale.ROOT);
      files.add(write(format, format + "." + ending, surface));
    }
    return files;
  }

  @Test
  void meshioReadsWhatIsWritten() throws Exception {
    // Debian's packages are known to Debian's Python only.
    String python =
        Stream.of("python3", "/usr/bin/python3")
            .filter(each -> imports(each, "meshio"))
            .findFirst()
            .orElse("");
    assumeTrue(
        !python.isEmpty(),
        "meshio is not installed here: Debian has it in the package python3-meshio");
    Surface surface = SurfaceShapes.icosphere(1, Fineness.triangles(320));
    for (Path file :
        files(
            surface,
            List.of(
                MeshFormat.STL,
                MeshFormat.STL_TEXT,
                MeshFormat.OBJ,
                MeshFormat.OFF,
                MeshFormat.PLY,
                MeshFormat.PLY_TEXT,
                MeshFormat.MSH_4_1_TEXT,
                MeshFormat.MSH_4_1,
                MeshFormat.MSH_2_2_TEXT,
                MeshFormat.MSH_2_2,
                MeshFormat.VTU))) {
      String script =
          "import meshio, numpy as np; m = meshio.read('"
              + file
              + "'); t = m.cells_dict['triangle']; p = m.points[t];"
              + "v = np.einsum('ij,ij->', p[:, 0], np.cross(p[:, 1], p[:, 2])) / 6;"
              + "print('read', len(t), '%.5f' % v)";
      assertThat(run(python, "-c", script).text())
          .as(file.toString())
          .contains(String.format(java.util.Locale.ROOT, "read 320 %.5f", surface.volume()));
    }
  }

  @Test
  void gmshReadsAndWrites() throws Exception {
    assumeTrue(
        run("gmsh", "-version").code() == 0,
        "gmsh is not installed here: Debian has it in the package gmsh");
    Surface surface = SurfaceShapes.torus(2, 0.5, Fineness.triangles(300));
    for (Path file :
        files(
            surface,
            List.of(
                MeshFormat.MSH_4_1_TEXT,
                MeshFormat.MSH_4_1,
                MeshFormat.MSH_2_2_TEXT,
                MeshFormat.MSH_2_2))) {
      for (String format : List.of("msh22", "msh41", "stl")) {
        for (String binary : List.of("0", "1")) {
          String ending = format.startsWith("msh") ? "msh" : format;
          Path out = folder.resolve("out." + ending);
          Output output =
              run(
                  "gmsh",
                  "-0",
                  file.toString(),
                  "-format",
                  format,
                  "-setnumber",
                  "Mesh.Binary",
                  binary,
                  "-o",
                  out.toString());
          assertThat(output.code()).as("%s %s %s", file, format, output.text()).isZero();
          assertThat(output.text()).doesNotContain("Error");
          Surface read = Surface.read(out);
          assertThat(read.triangleCount())
              .as("%s %s", file, format)
              .isEqualTo(surface.triangleCount());
          assertThat(read.pointCount()).isEqualTo(surface.pointCount());
          assertThat(Diagnosis.of(read).isClean()).as("%s %s", file, format).isTrue();
        }
      }
    }
  }
}
