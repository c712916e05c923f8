// SPDX-License-Identifier: Apache-2.0
package weft.bench.mesh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import weft.bench.BenchException;
import weft.bench.BenchMachine;
import weft.bench.PeerProgram;
import weft.bench.Report;

/// A program that fills the unit cube with tets of at most a given volume. It is run once for each
/// figure.
///
/// @param title its name
/// @param command what to run
/// @param read what its output says
record RefinementPeer(String title, List<String> command, Function<String, Run> read) {
  static final String WEFT = "Weft, before the angles are improved";

  private static final String POLY =
      """
      8 3 0 0
      0 0 0 0
      1 1 0 0
      2 1 1 0
      3 0 1 0
      4 0 0 1
      5 1 0 1
      6 1 1 1
      7 0 1 1
      6 0
      1
      4 0 3 2 1
      1
      4 4 5 6 7
      1
      4 0 1 5 4
      1
      4 1 2 6 5
      1
      4 2 3 7 6
      1
      4 3 0 4 7
      0
      0
      """;

  /// A regular tet with edges of length 1 has this volume.
  private static final double REGULAR = Math.sqrt(2) / 12;

  /// Bytes that a tet takes at most while it is refined, with the copies of growing arrays.
  private static final long TET_BYTES = 600;

  /// What one run took.
  ///
  /// @param seconds of CPU time
  /// @param thread those of the thread that computes
  /// @param tets their number
  /// @param angle the smallest dihedral angle, in degrees; NaN if the program does not say
  record Run(double seconds, double thread, long tets, double angle) {
    Run(double seconds, long tets, double angle) {
      this(seconds, seconds, tets, angle);
    }
  }

  /// Weft, and those of the others that this machine has. The report says what is left out.
  ///
  /// @param volume the largest one of a tet
  static List<RefinementPeer> all(Report report, boolean peers, Path folder, double volume)
      throws IOException, InterruptedException {
    List<RefinementPeer> all = new ArrayList<>();
    all.add(weft(WEFT, volume, false));
    all.add(weft("Weft", volume, true));
    if (!peers) {
      return all;
    }
    if (BenchMachine.program("tetgen").isPresent()) {
      Path poly = Files.writeString(folder.resolve("cube.poly"), POLY);
      all.add(
          new RefinementPeer(
              "TetGen",
              List.of("tetgen", "-pq2a" + number(volume) + "VNEF", poly.toString()),
              output ->
                  new Run(
                      MeshPeer.number(output, "Total running seconds:"),
                      (long) MeshPeer.number(output, "Mesh tetrahedra:"),
                      MeshPeer.number(output, "Smallest dihedral:"))));
    } else {
      report.say("TetGen is left out: there is no tetgen on the PATH.");
    }
    double length = 0.75 * Math.cbrt(volume / REGULAR);
    if (BenchMachine.program("gmsh").isPresent()) {
      all.add(gmsh(folder, length));
    } else {
      report.say("Gmsh is left out: there is no gmsh on the PATH.");
    }
    PeerProgram.cplusplus(report, "cgal_mesh_peer", "-DNDEBUG", "-lgmp", "-lmpfr")
        .ifPresent(cgal -> all.add(cgal(cgal, length)));
    return all;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.10f", value);
  }

  private static RefinementPeer weft(String title, double volume, boolean improves) {
    int megabytes = 256 + (int) (2 / volume * TET_BYTES / (1 << 20));
    return new RefinementPeer(
        title,
        BenchMachine.java(
            BenchMachine.rankFlags(1, Math.min(64, megabytes), megabytes),
            RefinementChild.class.getName(),
            List.of(Double.toString(volume), Boolean.toString(improves))),
        output ->
            new Run(
                MeshPeer.number(output, "seconds"),
                MeshPeer.number(output, "thread"),
                (long) MeshPeer.number(output, "tets"),
                MeshPeer.number(output, "angle")));
  }

  /// CGAL knows lengths of edges and radii, so its number of tets is another one.
  private static RefinementPeer cgal(PeerProgram program, double length) {
    return new RefinementPeer(
        "CGAL Mesh_3",
        List.of(program.program().toString(), number(length)),
        output ->
            new Run(
                MeshPeer.number(output, "seconds"),
                (long) MeshPeer.number(output, "tets"),
                MeshPeer.number(output, "angle")));
  }

  /// Gmsh knows lengths of edges, so its number of tets is another one; the time is that of HXT in
  /// three dimensions alone, without the faces of the cube.
  private static RefinementPeer gmsh(Path folder, double length) throws IOException {
    Path geo =
        Files.writeString(
            folder.resolve("cube.geo"),
            """
            SetFactory("OpenCASCADE");
            Box(1) = {0, 0, 0, 1, 1, 1};
            Mesh.MeshSizeMin = %s;
            Mesh.MeshSizeMax = %s;
            """
                .formatted(number(length), number(length)));
    return new RefinementPeer(
        "Gmsh, HXT in 3D",
        List.of(
            "gmsh",
            "-3",
            "-nt",
            "1",
            "-algo",
            "hxt",
            geo.toString(),
            "-o",
            folder.resolve("cube.msh").toString()),
        output ->
            new Run(
                MeshPeer.number(
                    output.substring(Math.max(0, output.indexOf("Done meshing 3D"))), "CPU"),
                (long) MeshPeer.number(output, "Final tet. mesh contains"),
                Double.NaN));
  }

  Run run(Path folder) throws IOException, InterruptedException {
    Path output = BenchMachine.temporaryFile(folder);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(output.toFile())
            .start();
    int code = process.waitFor();
    String text = Files.readString(output);
    BenchMachine.deleteTemporary(output);
    if (code != 0) {
      throw new BenchException(
          "%s ended with code %d: %s".formatted(String.join(" ", command), code, text));
    }
    return read.apply(text);
  }
}
