// SPDX-License-Identifier: Apache-2.0
package weft.bench.mesh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import weft.bench.BenchException;
import weft.bench.BenchMachine;
import weft.bench.PeerProgram;
import weft.bench.Report;

/// A program that makes Delaunay tets. It is run once for each figure.
abstract sealed class MeshPeer {
  /// Qhull makes the convex hull in four dimensions, which takes much memory.
  private static final int MOST_QHULL = 200_000;

  /// What one run took.
  ///
  /// @param seconds of CPU time, without reading the points
  /// @param tets their number
  /// @param bytes of the result; NaN if the program does not say
  /// @param allocated bytes for each point that is inserted; NaN for other languages
  record Run(double seconds, long tets, double bytes, double allocated) {}

  private final String name;

  private MeshPeer(String name) {
    this.name = name;
  }

  final String title() {
    return name;
  }

  /// The command for these points.
  abstract List<String> command(MeshFiles files);

  /// What the output says.
  abstract Run read(String output);

  /// Whether it may be asked for so many points.
  boolean takes(int points) {
    return points > 0;
  }

  final Run run(MeshFiles files) throws IOException, InterruptedException {
    Path output = BenchMachine.temporaryFile(Objects.requireNonNull(files.binary().getParent()));
    Process process =
        new ProcessBuilder(command(files))
            .redirectErrorStream(true)
            .redirectInput(
                this instanceof Qhull ? files.qhull().toFile() : Path.of("/dev/null").toFile())
            .redirectOutput(output.toFile())
            .start();
    int code = process.waitFor();
    String text = Files.readString(output);
    BenchMachine.deleteTemporary(output);
    if (code != 0) {
      throw new BenchException(
          "%s ended with code %d: %s".formatted(String.join(" ", command(files)), code, text));
    }
    return read(text);
  }

  /// The first number after a text in an output.
  static double number(String output, String after) {
    Matcher found =
        Pattern.compile(Pattern.quote(after) + "\\s*([0-9][0-9,.e+-]*)").matcher(output);
    if (!found.find()) {
      throw new BenchException("there is no \"%s\" in the output: %s".formatted(after, output));
    }
    return Double.parseDouble(found.group(1).replace(",", ""));
  }

  /// Weft, and those of the others that this machine has. The report says what is left out.
  static List<MeshPeer> all(Report report, boolean peers, int mostPoints)
      throws IOException, InterruptedException {
    var all = new ArrayList<MeshPeer>();
    all.add(new Weft(mostPoints));
    if (peers) {
      if (BenchMachine.program("tetgen").isPresent()) {
        all.add(new TetGen());
      } else {
        report.say("TetGen is left out: there is no tetgen on the PATH.");
      }
      Cgal.compile(report).ifPresent(all::add);
      if (BenchMachine.program("qdelaunay").isPresent()) {
        all.add(new Qhull());
      } else {
        report.say("Qhull is left out: there is no qdelaunay on the PATH.");
      }
    }
    return all;
  }

  /// The library `weft-mesh`, in a new JVM each time.
  static final class Weft extends MeshPeer {
    private final int megabytes;

    Weft(int mostPoints) {
      super("Weft");
      // 7.2 tets of 33 bytes, copied once, and coordinates three times.
      megabytes = 256 + (int) (mostPoints / 1e6 * 1000);
    }

    @Override
    List<String> command(MeshFiles files) {
      return BenchMachine.java(
          BenchMachine.rankFlags(1, Math.min(64, megabytes), megabytes),
          MeshChild.class.getName(),
          List.of(files.binary().toString()));
    }

    @Override
    Run read(String output) {
      return new Run(
          number(output, "seconds"),
          (long) number(output, "tets"),
          number(output, "bytes"),
          number(output, "allocated"));
    }
  }

  static final class TetGen extends MeshPeer {
    TetGen() {
      super("TetGen");
    }

    @Override
    List<String> command(MeshFiles files) {
      return List.of("tetgen", "-VNEF", files.node().toString());
    }

    @Override
    Run read(String output) {
      return new Run(
          number(output, "Delaunay seconds:"),
          (long) number(output, "Mesh tetrahedra:"),
          number(output, "memory for tetrahedralization (bytes):"),
          Double.NaN);
    }
  }

  static final class Qhull extends MeshPeer {
    Qhull() {
      super("Qhull");
    }

    @Override
    List<String> command(MeshFiles files) {
      return List.of("qdelaunay", "Qt", "s");
    }

    @Override
    boolean takes(int points) {
      return points <= MOST_QHULL;
    }

    @Override
    Run read(String output) {
      double tets = number(output, "Number of Delaunay regions:");
      return new Run(
          number(output, "CPU seconds to compute hull (after input):"),
          (long) tets,
          Double.NaN,
          Double.NaN);
    }
  }

  static final class Cgal extends MeshPeer {
    private final PeerProgram program;

    private Cgal(PeerProgram program) {
      super("CGAL");
      this.program = program;
    }

    /// Compiles `cgal_peer.cpp`, if there are a compiler and CGAL's headers.
    static Optional<MeshPeer> compile(Report report) throws IOException, InterruptedException {
      Optional<PeerProgram> program =
          PeerProgram.cplusplus(report, "cgal_peer", "-DNDEBUG", "-lgmp", "-lmpfr");
      return program.map(Cgal::new);
    }

    @Override
    List<String> command(MeshFiles files) {
      return List.of(program.program().toString(), files.binary().toString());
    }

    @Override
    Run read(String output) {
      return new Run(
          number(output, "seconds"),
          (long) number(output, "tets"),
          number(output, "bytes"),
          Double.NaN);
    }
  }
}
