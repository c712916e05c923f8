// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import weft.apps.common.BadInputException;
import weft.files.FileException;
import weft.files.InputFile;
import weft.maxwell.CurrentBasis;
import weft.maxwell.ShortDipole;
import weft.mesh.surface.Defect;
import weft.mesh.surface.DefectKind;
import weft.mesh.surface.Diagnosis;
import weft.mesh.surface.Surface;
import weft.mesh.surface.SurfaceFileException;
import weft.mesh.surface.SurfaceRepair;

/// Reads or makes the surface, repairs what can be repaired, and refuses what currents cannot flow
/// on. Only rank 0 does this.
final class ConductingSurface {
  /// What makes results wrong. Open borders, edges of three triangles and points where parts touch
  /// are allowed.
  private static final Set<DefectKind> WRONG =
      EnumSet.of(
          DefectKind.CUT_FILE,
          DefectKind.WRONG_HEADER,
          DefectKind.NOT_FINITE,
          DefectKind.OUT_OF_RANGE,
          DefectKind.CLOSE_POINTS,
          DefectKind.T_JUNCTION,
          DefectKind.FLAT_TRIANGLE,
          DefectKind.FOLD,
          DefectKind.OVERLAP,
          DefectKind.INTERSECTION);

  private static final Set<DefectKind> DOUBTFUL =
      EnumSet.of(DefectKind.NEEDLE, DefectKind.NESTED_SHELL, DefectKind.NOT_ORIENTABLE);

  /// More wavelengths than any dense matrix can serve.
  private static final double MOST_WAVES = 1000;

  /// Edges of a shape in a wavelength.
  private static final double PER_WAVE = 11;

  /// Edges along a shape, however long the wavelength is.
  private static final double LEAST_EDGES = 2;

  private static final double COARSE = 5;
  private static final double ROUGH = 8;
  private static final double FINE = 40;
  private static final double SMALL = 20;

  /// A size over the wavelength below which nothing can be computed.
  private static final double TINY = 1e-6;

  private final MaxwellOptions options;
  private final List<String> lines = new ArrayList<>();

  ConductingSurface(MaxwellOptions options) {
    this.options = options;
  }

  /// What was found so far: lines for the user.
  List<String> lines() {
    return lines;
  }

  void say(String line) {
    lines.add("  " + line);
  }

  /// The surface in metres.
  ///
  /// @throws BadInputException if there is none, or nothing can be computed on it
  Surface surface() {
    Path file = options.input();
    Surface surface;
    if (file == null) {
      double edge =
          options.edge() > 0
              ? options.edge()
              : Math.min(options.shortestWave() / PER_WAVE, options.shape().size() / LEAST_EDGES);
      try {
        surface = options.shape().make(edge);
      } catch (IllegalArgumentException e) {
        throw new BadInputException(String.valueOf(e.getMessage()), e);
      }
    } else {
      surface = scaled(read(file));
      surface.remarks().forEach(each -> say(each));
    }
    SurfaceRepair repair = SurfaceRepair.of(surface, 0);
    repair.done().forEach(each -> say("repaired: " + each));
    checkDefects(Diagnosis.of(repair.surface()));
    return repair.surface();
  }

  private Surface read(Path file) {
    try (InputStream in = InputFile.openStream(file)) {
      return Surface.read(file.toString(), Surface.formatOf(file), in);
    } catch (SurfaceFileException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new BadInputException("the surface " + FileException.notRead(file, e).getMessage(), e);
    }
  }

  private Surface scaled(Surface surface) {
    double metres = options.metres();
    double[] points = surface.points();
    for (int i = 0; i < points.length; i++) {
      points[i] *= metres;
    }
    return surface;
  }

  private void checkDefects(Diagnosis diagnosis) {
    var wrong = new StringBuilder();
    for (Defect defect : diagnosis.defects()) {
      String sentence = defect.kind().text() + ": " + defect.sentence();
      if (WRONG.contains(defect.kind())) {
        wrong.append("\n  ").append(sentence);
      } else if (DOUBTFUL.contains(defect.kind())) {
        say("note: " + sentence);
      }
    }
    if (!wrong.isEmpty()) {
      throw new BadInputException(
          "currents cannot be computed on this surface; weft run surface shows where, and its"
              + " --weld and --repair may help:"
              + wrong);
    }
  }

  /// Checks the edges and the size against the wavelength.
  ///
  /// @throws BadInputException if the edges are too long, or the unit is probably another one
  void checkSizes(CurrentBasis basis) {
    SurfacePlaces places = SurfacePlaces.of(options, basis);
    double size = places.size();
    double shortest = options.shortestWave();
    double waves = size / shortest;
    say(
        String.format(
            Locale.ROOT,
            "size %s m, %s wavelengths; %s",
            digits(size),
            options.frequencies().length > 1
                ? digits(size / options.longestWave()) + " to " + digits(waves)
                : digits(waves),
            parts(basis)));
    if (waves > MOST_WAVES) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "the surface is %s m long, which is %.0f wavelengths of %s m; %s",
              digits(size),
              waves,
              digits(shortest),
              options.unit() == null && options.input() != null
                  ? "if its file is in millimetres or inches, give --units mm or --units in"
                  : "a dense matrix serves some ten of them"));
    }
    if (size < options.longestWave() * TINY) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "the surface is %s m long, which is %.1g of the longest wavelength, %s m: there the"
                  + " equation of the electric field has no digits left; raise --frequency%s",
              digits(size),
              size / options.longestWave(),
              digits(options.longestWave()),
              options.input() == null ? "" : ", or give another --units"));
    }
    double longest = basis.longestEdge();
    double share = shortest / longest;
    if (share < COARSE && !options.coarse()) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "the longest edge, %s m, is 1/%.2g of the shortest wavelength, so the currents cannot"
                  + " follow the phase; make all edges shorter than %s m (a tenth), lower"
                  + " --frequency, or accept rough results with --coarse%s",
              digits(longest),
              share,
              digits(shortest / 10),
              options.unit() == null && options.input() != null
                  ? ". The numbers of the file were taken as metres: --units names another unit"
                  : ""));
    }
    if (share < ROUGH) {
      say(
          String.format(
              Locale.ROOT,
              "note: the longest edge, %s m, is 1/%.2g of the shortest wavelength; 1/10 is better",
              digits(longest),
              share));
    }
    noteFineness(basis.surface().medianEdge(), shortest, size);
    SmallHoles.of(options, basis).forEach(each -> say(each));
    checkCurrent(places);
  }

  private void checkCurrent(SurfacePlaces places) {
    ShortDipole current = options.current();
    if (current != null) {
      String wrong = places.wrongCurrent(current, lines);
      if (wrong != null) {
        throw new BadInputException("--current at " + options.shown(current.place()) + " " + wrong);
      }
      say("the current is at " + options.shown(current.place()));
    }
  }

  private void noteFineness(double median, double shortest, double size) {
    if (shortest / median > FINE && options.input() != null) {
      say(
          String.format(
              Locale.ROOT,
              "note: edges of 1/%.0f of the wavelength: 1/10 would do, with %.0f times fewer"
                  + " unknowns, unless the shape needs them",
              shortest / median,
              Math.pow(shortest / median / 10, 2)));
    }
    if (size < options.longestWave() / SMALL) {
      say(
          String.format(
              Locale.ROOT,
              "note: the surface is 1/%.0f of the longest wavelength; below 1/20 the equation of"
                  + " the electric field loses digits, so look at the condition",
              options.longestWave() / size));
    }
  }

  private static String parts(CurrentBasis basis) {
    int closed = 0;
    for (int part = 0; part < basis.parts(); part++) {
      closed += basis.isClosed(part) ? 1 : 0;
    }
    int open = basis.parts() - closed;
    return closed + (closed == 1 ? " closed part" : " closed parts") + ", " + open + " open";
  }

  /// A length with three digits.
  static String digits(double length) {
    return length >= 999.5
        ? String.format(Locale.ROOT, "%,.0f", length)
        : String.format(Locale.ROOT, "%.3g", length);
  }
}
