// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import weft.apps.common.BadInputException;
import weft.mesh.Complex;
import weft.mesh.surface.Surface;
import weft.options.Options;

/// What is done to an input before it is filled: points are joined, its unit becomes metres, and
/// places in it are holes or materials. Lengths and places are in metres, if there is a unit.
///
/// @param weld the tolerance by which points of a surface are joined; negative if they are not
/// @param coplanar how far triangles of one facet may be from its plane; 0 if that is not given
/// @param scale the length of the input's unit; 1 if none is given
/// @param holes a place in each hole
/// @param regions a place in each material that is named
record ReadingOptions(
    double weld, double coplanar, double scale, List<Place> holes, List<Region> regions) {
  private static final double LARGEST = 1e20;

  private static final Map<String, Double> UNITS =
      Map.of("um", 1e-6, "mm", 1e-3, "cm", 1e-2, "m", 1.0, "km", 1e3, "in", 0.0254, "ft", 0.3048);

  /// A place.
  record Place(double x, double y, double z) {}

  /// A place in a material.
  ///
  /// @param maxVolume of its tets; infinite if none is given
  record Region(String name, Place place, double maxVolume) {}

  /// Reads these options.
  static ReadingOptions read(Options given) {
    Double weld =
        given.optional(
            "weld LENGTH",
            text -> Options.realOf("--weld", text, 0, LARGEST),
            "join points of a surface that are at most so far apart");
    Double coplanar =
        given.optional(
            "coplanar LENGTH",
            text -> Options.realOf("--coplanar", text, Double.MIN_NORMAL, LARGEST),
            "triangles of a surface that are at most so far from a plane are one facet; without it,"
                + " up to the rounding of their coordinates");
    Double scale =
        given.optional(
            "scale UNIT",
            ReadingOptions::unit,
            "the unit of the input: um, mm, cm, m, km, in, ft, or a number; the mesh is in metres"
                + " then, and so are all lengths and places of these options");
    List<Place> holes =
        given.optional(
            "hole X:Y:Z",
            text -> list(text).stream().map(each -> place("--hole", each)).toList(),
            "leave what surrounds this place empty; several with commas");
    List<Region> regions =
        given.optional(
            "region NAME=X:Y:Z",
            text -> list(text).stream().map(ReadingOptions::region).toList(),
            "the material at a place, and behind a further : the largest volume of its tets;"
                + " several with commas");
    for (String name : List.of("weld", "coplanar", "scale", "hole", "region")) {
      given.require(
          given.isGiven("input") || !given.isGiven(name),
          "--" + name + " is for --input alone; name a file with it");
    }
    return new ReadingOptions(
        weld == null ? -1 : weld,
        coplanar == null ? 0 : coplanar,
        scale == null ? 1 : scale,
        holes == null ? List.of() : holes,
        regions == null ? List.of() : regions);
  }

  private static List<String> list(String text) {
    return List.of(text.split(",", -1));
  }

  private static double unit(String text) {
    Double known = UNITS.get(text.toLowerCase(Locale.ROOT));
    return known != null ? known : Options.realOf("--scale", text, 1 / LARGEST, LARGEST);
  }

  private static Place place(String option, String text) {
    String[] parts = text.strip().split(":", -1);
    if (parts.length != 3) {
      throw new IllegalArgumentException(
          "%s %s is no place; give X:Y:Z, and commas between several".formatted(option, text));
    }
    double[] x = new double[3];
    for (int k = 0; k < 3; k++) {
      x[k] = Options.realOf(option, parts[k].strip(), -LARGEST, LARGEST);
    }
    return new Place(x[0], x[1], x[2]);
  }

  private static Region region(String text) {
    int equals = text.indexOf('=');
    String[] parts = text.substring(equals + 1).split(":", -1);
    if (equals < 1 || parts.length < 3 || parts.length > 4) {
      throw new IllegalArgumentException(
          "--region %s is no material at a place; give NAME=X:Y:Z or NAME=X:Y:Z:VOLUME"
              .formatted(text));
    }
    double volume =
        parts.length == 4
            ? Options.realOf("--region", parts[3].strip(), Double.MIN_NORMAL, Double.MAX_VALUE)
            : Double.POSITIVE_INFINITY;
    return new Region(
        text.substring(0, equals).strip(),
        place("--region", parts[0] + ":" + parts[1] + ":" + parts[2]),
        volume);
  }

  /// Reads the input.
  ///
  /// @throws BadInputException if it is not one for these options
  /// @throws IOException if it cannot be read
  Complex complex(Path file) throws IOException {
    try {
      Complex complex = weld < 0 && coplanar == 0 ? Complex.read(file) : ofSurface(file);
      complex = scale == 1 ? complex : complex.scaled(scale);
      for (Place each : holes) {
        complex = complex.withHole(each.x(), each.y(), each.z());
      }
      // Numbers that the file has keep their materials.
      int next = complex.materialNames().isEmpty() ? 1 : complex.materialNames().lastKey() + 1;
      Map<String, Integer> numbers = new LinkedHashMap<>();
      for (Region each : regions) {
        int number = numbers.computeIfAbsent(each.name(), name -> numbers.size()) + next;
        Place at = each.place();
        complex = complex.withRegion(number, each.name(), at.x(), at.y(), at.z(), each.maxVolume());
      }
      return complex;
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  private Complex ofSurface(Path file) throws IOException {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    if (name.endsWith(".poly") || name.endsWith(".smesh")) {
      throw new BadInputException(
          weld < 0
              ? "--coplanar is for surfaces of triangles; " + file + " has facets of its own"
              : "--weld is for surfaces of triangles; join the points of " + file + " in the file");
    }
    Surface surface = Surface.read(file);
    return Complex.of(weld < 0 ? surface : surface.welded(weld / scale), coplanar / scale);
  }
}
