// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import weft.apps.common.BadInputException;
import weft.apps.common.Headline;
import weft.apps.common.ProgressLine;
import weft.apps.common.ResultsPage;
import weft.apps.common.UserFiles;
import weft.mesh.Complex;
import weft.mesh.ComplexException;
import weft.mesh.MeshShape;
import weft.mesh.Mesher;
import weft.mesh.MeshingEstimate;
import weft.mesh.MeshingListener;
import weft.mesh.MeshingOutcome;
import weft.mesh.Sizing;
import weft.mesh.TetFile;
import weft.mesh.TetMesh;
import weft.mesh.surface.Defect;
import weft.mesh.surface.Surface;

/// Fills what a surface or a complex encloses with tets.
final class FillProgram {
  private static final double MIB = 1 << 20;

  /// The values of a file that are lengths of edges.
  private static final String SIZE = "size";

  private final MeshOptions options;
  private final FillOptions fill;
  private final ResultsPage results;
  private final PrintStream out;

  /// Begins with options, which have an input.
  ///
  /// @param results where the page goes
  /// @param out where to print
  FillProgram(MeshOptions options, FillOptions fill, ResultsPage results, PrintStream out) {
    this.options = options;
    this.fill = fill;
    this.results = results;
    this.out = out;
  }

  /// Makes the mesh and the files. Returns whether every bound and size is met.
  ///
  /// @throws BadInputException if the input cannot be read or meshed, or a file not be written
  boolean run() {
    options.checkTargets();
    Path refined = fill.refine();
    if (refined != null) {
      TetFile file = tets(refined);
      out.printf(
          Locale.ROOT,
          "mesh: refines %s, of %,d tets, by one rank%n",
          refined,
          file.mesh().tetCount());
      Mesher mesher = Mesher.of(file.mesh());
      if (file.fields().contains(SIZE)) {
        mesher.sizing(sizing(refined, file));
      }
      return mesh(setUp(mesher));
    }
    Complex complex = read(fill.file());
    complex.remarks().forEach(each -> out.println("  " + each));
    if (!complex.defects().isEmpty()) {
      throw refuse(complex, complex.defects());
    }
    try {
      return mesh(setUp(Mesher.of(complex)));
    } catch (ComplexException e) {
      throw refuse(complex, e.defects());
    } catch (OutOfMemoryError e) {
      throw new BadInputException(
          "the mesh does not fit into the memory there is; give weft run --jvm-arg -Xmx with more,"
              + " --max-tets, or larger tets",
          e);
    }
  }

  private Mesher setUp(Mesher mesher) {
    fill.setUp(mesher);
    Path background = fill.background();
    if (background != null) {
      mesher.sizing(sizing(background, tets(background)));
    }
    return mesher;
  }

  private static TetFile tets(Path file) {
    try {
      return TetFile.read(file);
    } catch (IOException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  private static Sizing sizing(Path name, TetFile file) {
    try {
      return file.mesh().sizing(file.field(SIZE));
    } catch (IllegalArgumentException e) {
      throw new BadInputException(name + ": " + e.getMessage(), e);
    }
  }

  private Complex read(Path file) {
    try {
      Complex complex = fill.reading().complex(file);
      out.printf(
          Locale.ROOT,
          "mesh: fills %s, of %,d facets and %,d points, by one rank%n",
          file,
          complex.facetCount(),
          complex.pointCount());
      return complex;
    } catch (NoSuchFileException e) {
      throw new BadInputException("there is no file " + file + "; give the path of one", e);
    } catch (IOException e) {
      throw new BadInputException(
          "the input cannot be read: " + e.getMessage() + "; mesh --help names the formats", e);
    }
  }

  /// Prints all defects, writes the files that show them, and returns what ends the program.
  private BadInputException refuse(Complex complex, List<Defect> defects) {
    for (Defect defect : defects) {
      out.println("  " + defect.kind().text() + ": " + defect.sentence());
    }
    Surface surface = complex.surface();
    int[] offending =
        defects.stream()
            .flatMapToInt(each -> Arrays.stream(each.triangles()))
            .sorted()
            .distinct()
            .filter(t -> t < surface.triangleCount())
            .toArray();
    Path problems = fill.problems();
    if (problems != null && offending.length > 0) {
      Surface part = surface.part(offending);
      UserFiles.write(problems, stream -> part.write(SurfaceOptions.format(problems), stream));
      out.printf(Locale.ROOT, "  wrote %s: %,d triangles%n", problems, offending.length);
    }
    writeJson(OutcomeJson.ofDefects(fill.file().toString(), defects));
    if (results.isWanted()) {
      results.write(FillPage.ofDefects(fill.file().toString(), surface, defects));
    }
    if (results.own() != null) {
      out.println("  wrote " + results.own());
    }
    return new BadInputException(
        "%s cannot be filled: it has the defects above%s"
            .formatted(
                fill.file(),
                problems == null && results.own() == null
                    ? "; --problems and --report show where they are"
                    : ""));
  }

  private boolean mesh(Mesher mesher) {
    var threads = ManagementFactory.getThreadMXBean();
    long begin = threads.getCurrentThreadCpuTime();
    var line = new ProgressLine("mesh: tet", true);
    try (var end = new EndNotice(!options.outputs().isEmpty() && !fill.estimate())) {
      mesher.listener(progress -> {
        line.at(progress.tets(), expected(progress), about(progress));
        return !end.isGiven();
      });
      if (!fill.nested()) {
        MeshingEstimate estimate = mesher.estimate();
        line.done();
        print(estimate);
        if (fill.estimate()) {
          writeJson(OutcomeJson.of(fill.file().toString(), estimate));
          return true;
        }
        checkMemory(estimate);
      }
      TetMesh mesh = mesher.mesh();
      line.done();
      double seconds = (threads.getCurrentThreadCpuTime() - begin) * 1e-9;
      print(mesh, seconds);
      write(mesh, seconds);
      return mesh.outcome().isMet();
    } catch (CancellationException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    } finally {
      line.done();
    }
  }

  private void print(MeshingEstimate estimate) {
    out.printf(
        Locale.ROOT,
        "mesh: about %,d tets, %,.0f MiB, %s. %s%n",
        estimate.tets(),
        Math.ceil(estimate.bytes() / MIB),
        Headline.about(estimate.seconds()),
        estimate.cause());
  }

  private void checkMemory(MeshingEstimate estimate) {
    long there = Runtime.getRuntime().maxMemory();
    if (estimate.bytes() > there && fill.maxTets() == 0) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "the mesh takes about %,.0f MiB of memory, and there are %,.0f; give weft run"
                  + " --jvm-arg -Xmx%.0fm, larger tets, or --max-tets",
              estimate.bytes() / MIB,
              there / MIB,
              1.5 * estimate.bytes() / MIB));
    }
  }

  private static long expected(MeshingListener.Progress progress) {
    return Math.max(progress.tets(), progress.expected());
  }

  private static String about(MeshingListener.Progress progress) {
    Runtime runtime = Runtime.getRuntime();
    return String.format(
        Locale.ROOT,
        "%s, %,d bad ones, %.0f MiB",
        progress.stage().name().toLowerCase(Locale.ROOT),
        progress.left(),
        (runtime.totalMemory() - runtime.freeMemory()) / MIB);
  }

  private void print(TetMesh mesh, double seconds) {
    MeshingOutcome outcome = mesh.outcome();
    out.printf(
        Locale.ROOT,
        "mesh: %,d vertices, %,d tets, %,d faces on the boundary and on walls, volume %.6g, %.3f s"
            + " of CPU time%n",
        mesh.vertexCount(),
        mesh.tetCount(),
        mesh.faceCount(),
        outcome.shapeAfter().volume(),
        seconds);
    if (fill.nested()) {
      out.println("  before: " + text(outcome.shapeBefore()));
    } else if (!fill.delaunay()) {
      out.println("  before the angles were improved: " + text(outcome.shapeBefore()));
    }
    out.println("  shapes: " + text(outcome.shapeAfter()));
    outcome.remarks().forEach(each -> out.println("  " + each));
    for (String sentence : unmet(outcome)) {
      out.println("  " + sentence);
    }
  }

  private static String text(MeshShape shape) {
    return String.format(
        Locale.ROOT,
        "circumradius over shortest edge up to %.4g, dihedral angles from %.3g° to %.4g°, volumes"
            + " up to %.4g",
        shape.worstRatio(),
        shape.smallestDihedral(),
        shape.largestDihedral(),
        shape.largestVolume());
  }

  /// Sentences on what was not reached.
  static List<String> unmet(MeshingOutcome outcome) {
    List<String> sentences = new ArrayList<>();
    String end =
        switch (outcome.end()) {
          case COMPLETE -> null;
          case MAX_TETS -> "The limit of tets was reached.";
          case MAX_TIME -> "The time was over.";
          case LISTENER -> "The work was ended; the mesh is what it was then.";
        };
    if (end != null) {
      sentences.add(end);
    }
    if (outcome.missedShapes() > 0) {
      sentences.add(
          String.format(
              Locale.ROOT,
              "%,d tets miss the bound on their shape%s.",
              outcome.missedShapes(),
              first(outcome)));
    }
    if (outcome.missedSizes() > 0) {
      sentences.add(
          String.format(
              Locale.ROOT,
              "%,d tets are larger than wished%s.",
              outcome.missedSizes(),
              first(outcome)));
    }
    return sentences;
  }

  private static String first(MeshingOutcome outcome) {
    double[] at = outcome.missedAt();
    return at.length < 3
        ? ""
        : String.format(
            Locale.ROOT,
            "; the first that misses one is at (%.4g, %.4g, %.4g)",
            at[0],
            at[1],
            at[2]);
  }

  private void write(TetMesh mesh, double seconds) {
    for (Path file : options.outputs()) {
      UserFiles.write(file, stream -> mesh.write(stream, options.format(file), fill.order()));
      out.println("  wrote " + file);
    }
    List<String> files = options.outputs().stream().map(Path::toString).toList();
    writeJson(OutcomeJson.of(fill.file().toString(), mesh, seconds, files));
    if (results.isWanted()) {
      results.write(FillPage.of(fill.file().toString(), mesh, seconds));
    }
    if (results.own() != null) {
      out.println("  wrote " + results.own());
    }
  }

  private void writeJson(String text) {
    Path json = fill.json();
    if (json != null) {
      UserFiles.write(json, stream -> stream.write(text.getBytes(UTF_8)));
      out.println("  wrote " + json);
    }
  }
}
