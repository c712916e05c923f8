// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.BadInputException;
import weft.apps.common.Headline;
import weft.apps.common.ResultsPage;
import weft.apps.common.UserFiles;
import weft.files.FileException;
import weft.files.InputFile;
import weft.mesh.surface.Defect;
import weft.mesh.surface.Diagnosis;
import weft.mesh.surface.Surface;
import weft.mesh.surface.SurfaceFileException;
import weft.mesh.surface.SurfaceRepair;

/// Checks a surface from a file, names its defects, and repairs it if asked.
public final class SurfaceProgram {
  /// The exit code for a surface with defects.
  private static final int DEFECTS = 3;

  /// Bytes that a reader needs for each triangle beside the file, while its arrays grow.
  private static final long READING = 250;

  /// The fewest bytes of a file for a triangle, in any format.
  private static final long LEAST_BYTES = 24;

  /// Bytes of a triangle in a file of text.
  private static final double TEXT_BYTES = 80;

  /// Nanoseconds for a triangle.
  private static final double NANOS = 4_000;

  private static final long MIB = 1 << 20;

  private SurfaceProgram() {}

  /// Runs the program. `--help` shows its options. It exits with 3 if the surface has defects, and
  /// with 2, after a sentence on standard error, if it cannot be read.
  public static void main(String[] args) {
    var defects = new AtomicBoolean();
    AppProgram.launch("surface", args, world -> run(world, defects));
    if (defects.get()) {
      System.exit(DEFECTS);
    }
  }

  /// The body of every rank: rank 0 does all.
  private static void run(World world, AtomicBoolean defects) {
    world.start();
    SurfaceOptions options = AppProgram.options(world, () -> SurfaceOptions.parse(world.args()));
    if (options != null && world.rank() == 0) {
      defects.set(!work(options, ResultsPage.of(world, options.report()), System.out));
    }
  }

  /// Checks the surface, and writes the files. Returns whether it is clean.
  ///
  /// @throws BadInputException if the surface cannot be read, or a file not be written
  static boolean work(SurfaceOptions options, ResultsPage results, PrintStream out) {
    options.checkTargets();
    Path file = options.file();
    Surface surface = file == null ? options.made() : read(options, file, out);
    if (file == null) {
      announce(options, surface.triangleCount(), out);
    }
    surface.remarks().forEach(each -> out.println("  " + each));
    if (options.weld() >= 0) {
      int before = surface.remarks().size();
      surface = surface.welded(options.weld());
      out.println("  " + surface.remarks().get(before));
    }
    say(out, "the check", Diagnosis.memory(surface.triangleCount(), surface.pointCount()));
    Diagnosis diagnosis = Diagnosis.of(surface);
    print(surface, diagnosis, out);
    write(surface, options.out(), out);
    writeProblems(surface, diagnosis, options.problems(), out);
    if (results.isWanted()) {
      results.write(SurfacePage.of(name(options), surface, diagnosis));
    }
    if (results.own() != null) {
      out.println("  wrote " + results.own());
    }
    if (options.repair() != null) {
      repair(surface, options, out);
    }
    return diagnosis.isClean();
  }

  private static void announce(SurfaceOptions options, double triangles, PrintStream out) {
    out.printf(
        "surface: checks %s, by one rank, %s%n",
        name(options), Headline.about(NANOS * 1e-9 * triangles));
  }

  private static String name(SurfaceOptions options) {
    return options.file() == null ? String.valueOf(options.shape()) : options.file().toString();
  }

  private static Surface read(SurfaceOptions options, Path file, PrintStream out) {
    long bytes;
    try {
      bytes = Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      // Opening it says why.
      bytes = 0;
    }
    announce(options, bytes / TEXT_BYTES, out);
    if (bytes > 0) {
      say(out, "reading " + file, bytes + bytes / LEAST_BYTES * READING);
    }
    try (InputStream in = InputFile.openStream(file)) {
      return Surface.read(file.toString(), Surface.formatOf(file), in);
    } catch (SurfaceFileException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new BadInputException("the surface " + FileException.notRead(file, e).getMessage(), e);
    }
  }

  /// Says how much memory a step takes at most, and refuses it if there is less.
  private static void say(PrintStream out, String what, long bytes) {
    long there = Runtime.getRuntime().maxMemory();
    if (bytes > there) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "%s takes up to %,d MiB of memory, and there are %,d; give weft run --jvm-arg"
                  + " -Xmx%dm",
              what,
              Math.ceilDiv(bytes, MIB),
              there / MIB,
              Math.ceilDiv(bytes, MIB) * 5 / 4));
    }
    out.printf(
        Locale.ROOT,
        "surface: %s takes up to %,d MiB of %,d MiB%n",
        what,
        Math.ceilDiv(bytes, MIB),
        there / MIB);
  }

  private static void print(Surface surface, Diagnosis diagnosis, PrintStream out) {
    out.printf(
        Locale.ROOT,
        "surface: %,d triangles, %,d points, %d %s, area %.6g%s%n",
        surface.triangleCount(),
        surface.pointCount(),
        diagnosis.shells(),
        diagnosis.shells() == 1 ? "shell" : "shells",
        surface.area(),
        diagnosis.isClosed() ? String.format(Locale.ROOT, ", volume %.6g", surface.volume()) : "");
    if (diagnosis.isClean()) {
      out.println("  clean: no defects");
    }
    for (Defect defect : diagnosis.defects()) {
      out.println("  " + defect.kind().text() + ": " + defect.sentence());
    }
    for (Defect remark : diagnosis.remarks()) {
      out.println("  (" + remark.kind().text() + ": " + remark.sentence() + ")");
    }
  }

  private static void write(Surface surface, @Nullable Path file, PrintStream out) {
    if (file != null) {
      UserFiles.write(file, stream -> surface.write(SurfaceOptions.format(file), stream));
      out.println("  wrote " + file);
    }
  }

  private static void writeProblems(
      Surface surface, Diagnosis diagnosis, @Nullable Path file, PrintStream out) {
    if (file == null) {
      return;
    }
    int[] offending = diagnosis.offending();
    Surface part = surface.part(offending);
    UserFiles.write(file, stream -> part.write(SurfaceOptions.format(file), stream));
    out.printf(Locale.ROOT, "  wrote %s: %,d triangles%n", file, offending.length);
  }

  private static void repair(Surface surface, SurfaceOptions options, PrintStream out) {
    SurfaceRepair repair = SurfaceRepair.of(surface, Math.max(0, options.weld()));
    out.println("repair:");
    if (repair.done().isEmpty()) {
      out.println("  nothing was changed");
    }
    repair.done().forEach(each -> out.println("  " + each));
    Diagnosis diagnosis = Diagnosis.of(repair.surface());
    for (Defect defect : diagnosis.defects()) {
      out.println("  left: " + defect.kind().text() + ": " + defect.sentence());
    }
    if (diagnosis.isClean()) {
      out.println("  clean now");
    }
    write(repair.surface(), options.repair(), out);
  }
}
