// SPDX-License-Identifier: Apache-2.0
package weft.apps.multipole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.apps.common.BadInputException;
import weft.options.OptionException;

/// The tree, its lists, the files, and the program, which checks its sums itself.
class MultipoleTest {
  @TempDir Path folder;

  private static void transfer(int ranks, String args) {
    try (Job job = Weft.open(WeftConfig.ofRanks(ranks).withArgs(List.of(args.split(" "))))) {
      job.run(Transfer::run);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void sumsAreThoseOfASequentialRun(int ranks) {
    transfer(ranks, "--shape almond --edges 1500 --iterations 3");
    transfer(ranks, "--shape torus --edges 1500 --per-wave 4 --iterations 2 --one-by-one");
    transfer(ranks, "--edges 600 --iterations 8 --tuner fast-adaptive --together --buffers 3");
    transfer(ranks, "--edges 600 --iterations 40 --tuner buffers,fixed:4 --together");
    transfer(ranks, "--edges 600 --iterations 8 --poll-cost 5us --later-poll-cost 0us --together");
  }

  @Test
  void thePapersSizesRun() {
    transfer(3, "--synthetic small --iterations 2 --load stressed --tuner fixed:16");
  }

  @Test
  void picturesAndStateAreWritten() throws IOException {
    Path report = folder.resolve("out.html");
    Path state = folder.resolve("state");
    String args = "--edges 600 --iterations 6 --report " + report + " --state " + state;
    transfer(2, args);
    assertThat(Files.readString(report)).contains("Aggregation parameter");
    assertThat(Files.readString(state)).startsWith("log-quadratic");
    transfer(2, args);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--shape cube",
        "--tuner fixed:-1",
        "--tuner guess",
        "--poll-cost 60",
        "--synthetic huge",
        "--mesh a.obj --shape sphere",
        "--mesh not-there.obj",
        "--load heavy"
      })
  void wrongOptionsAreRefused(String args) {
    assertThatThrownBy(() -> transfer(2, args))
        .hasStackTraceContaining(
            (args.contains("not-there") ? BadInputException.class : OptionException.class)
                .getName());
  }

  @Test
  void farBoxesAreThoseOfTheDefinition() {
    var random = new SplittableRandom(3);
    var points = new double[3 * 400];
    for (int i = 0; i < points.length; i++) {
      points[i] = random.nextDouble();
    }
    var tree = new Octree(points, 4, 3);
    for (int level = Octree.TOP; level <= 4; level++) {
      for (int a = 0; a < tree.boxes(level); a++) {
        Set<Integer> found = new HashSet<>();
        int box = a;
        tree.far(
            level,
            a,
            (source, dx, dy, dz) -> {
              assertThat(Math.max(Math.abs(dx), Math.max(Math.abs(dy), Math.abs(dz))))
                  .isBetween(2, 3);
              assertThat(found.add(source)).isTrue();
              assertThat(source).isNotEqualTo(box);
            });
        // Far is mutual.
        int l = level;
        for (int source : found) {
          var back = new boolean[1];
          tree.far(l, source, (other, dx, dy, dz) -> back[0] |= other == box);
          assertThat(back[0]).isTrue();
        }
      }
    }
  }

  @Test
  void mortonCodesGoBothWays() {
    for (int value : new int[] {0, 1, 5, 1023, 0x1FFFFF}) {
      assertThat(Octree.gather(Octree.spread(value))).isEqualTo(value);
    }
  }

  @Test
  void filesOfAllKindsAreRead() throws IOException {
    String off = "OFF\n4 2 0\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n3 0 1 2\n3 1 3 2\n";
    String obj = "# a square\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1/1 2/2 4/3 3/4\n";
    String msh2 =
        """
        $MeshFormat
        2.2 0 8
        $EndMeshFormat
        $Nodes
        4
        1 0 0 0
        2 1 0 0
        3 0 1 0
        4 1 1 0
        $EndNodes
        $Elements
        3
        1 1 2 0 1 1 2
        2 2 2 0 1 1 2 3
        3 2 2 0 1 2 4 3
        $EndElements
        """;
    String msh4 =
        """
        $MeshFormat
        4.1 0 8
        $EndMeshFormat
        $Nodes
        1 4 1 4
        2 1 0 4
        1
        2
        3
        4
        0 0 0
        1 0 0
        0 1 0
        1 1 0
        $EndNodes
        $Elements
        1 2 1 2
        2 1 2 2
        1 1 2 3
        2 2 4 3
        $EndElements
        """;
    for (String[] file :
        List.of(
            new String[] {"a.off", off},
            new String[] {"a.obj", obj},
            new String[] {"b.msh", msh2},
            new String[] {"c.msh", msh4})) {
      Path path = Files.writeString(folder.resolve(file[0]), file[1]);
      SurfaceMesh mesh = MeshFile.read(path);
      assertThat(mesh.edgeMiddles()).as(file[0]).hasSize(15);
      assertThat(mesh.medianEdge()).isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void brokenFilesAreNamedWithTheirLine() throws IOException {
    for (String[] file :
        List.of(
            new String[] {"a.off", "OFF\n3 1 0\n0 0 0\n1 0 x\n", "line 4 of"},
            new String[] {"b.off", "OFF\n3 1 0\n0 0 0\n", "the file ends"},
            new String[] {"a.obj", "v 0 0 0\nf 1 2 3\n", "triangle with point 2 of 1"},
            new String[] {
              "b.msh", "$MeshFormat\n4.1 1 8\n\1\0\0\0\377\200\n", "a binary .msh of Gmsh"
            },
            new String[] {"b.obj", "v 0 0 0\n\0\0\n", "line 2 of the mesh"},
            new String[] {"c.obj", "v 0 0 0\nv 1e400 0 0\n", "the coordinate 1e400 is too large"},
            new String[] {"d.obj", "v 0 0 -1e300\n", "the coordinate -1e300 is too large"},
            new String[] {"e.obj", "v 0 0 NaN\n", "the coordinate NaN is not a number"},
            new String[] {"f.obj", "v 0 0 \033[2J\n", "\\x1b[2J"},
            new String[] {
              "g.off", "OFF 99999999999 1 1\n", "\"99999999999\" is not a whole number"
            },
            new String[] {"a.msh", "$MeshFormat\n2.2 1 8\n", "binary"},
            new String[] {"b.obj", "", "no triangles"},
            new String[] {"a.stl", "", "is not .msh, .obj or .off"})) {
      Path path = Files.writeString(folder.resolve(file[0]), file[1]);
      assertThatThrownBy(() -> MeshFile.read(path))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining(file[2]);
    }
  }
}
