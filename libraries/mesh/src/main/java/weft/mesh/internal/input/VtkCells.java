// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import weft.mesh.internal.content.ContentBuilder;
import weft.mesh.internal.content.MeshValues;

/// The arrays of an unstructured grid of VTK, and the mesh that they are.
final class VtkCells {
  /// Data of cells that are numbers of groups, and no values.
  private static final List<String> GROUPS =
      List.of("material", "marker", "facet", "gmsh:physical", "gmsh:geometrical");

  double @Nullable [] xyz;
  double @Nullable [] connectivity;

  /// Where the points of the next cell begin, for each cell.
  double @Nullable [] offsets;

  double @Nullable [] types;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Data(String name, boolean ofPoints, int components, double[] values) {}

  private final List<Data> data = new ArrayList<>();
  private final Map<Integer, String> boundaryNames = new TreeMap<>();
  private final Map<Integer, String> materialNames = new TreeMap<>();
  private final Map<Integer, String> segmentNames = new TreeMap<>();
  private final Map<Integer, String> pointNames = new TreeMap<>();

  void data(String name, boolean ofPoints, int components, double[] values) {
    data.add(new Data(name, ofPoints, components, values));
  }

  /// Names a group of a dimension.
  void name(int number, int dimension, String name) {
    switch (dimension) {
      case 0 -> pointNames.put(number, name);
      case 1 -> segmentNames.put(number, name);
      case 2 -> boundaryNames.put(number, name);
      case 3 -> materialNames.put(number, name);
      default -> {}
    }
  }

  private static double[] needed(double @Nullable [] array, String name) throws IOException {
    if (array == null) {
      throw new IOException("it has no array \"" + name + "\"");
    }
    return array;
  }

  /// Adds the mesh.
  ///
  /// @throws IOException with a part of a sentence, if the arrays do not fit
  void addTo(ContentBuilder out) throws IOException {
    double[] places = needed(xyz, "Points");
    double[] corners = needed(connectivity, "connectivity");
    double[] ends = needed(offsets, "offsets");
    double[] kinds = needed(types, "types");
    if (kinds.length != ends.length || places.length % 3 != 0) {
      throw new IOException(
          "it has %d cells of %d types, and %d coordinates"
              .formatted(ends.length, kinds.length, places.length));
    }
    checkData(places.length / 3, kinds.length);
    for (int i = 0; i < places.length; i += 3) {
      out.point(places[i], places[i + 1], places[i + 2]);
    }
    boundaryNames.forEach(out::marker);
    materialNames.forEach(out::material);
    segmentNames.forEach(out::segmentName);
    pointNames.forEach(out::pointName);
    double[] physical = groups("gmsh:physical", new double[0]);
    double[] materials = groups("material", physical);
    double[] markers = groups("marker", physical);
    int[] tetOf = new int[kinds.length];
    Arrays.fill(tetOf, -1);
    int[] points = new int[32];
    for (int c = 0; c < kinds.length; c++) {
      int begin = c == 0 ? 0 : (int) ends[c - 1];
      int count = (int) ends[c] - begin;
      if (begin < 0 || count < 0 || begin + count > corners.length) {
        throw new IOException("the points of cell " + c + " are not there");
      }
      points = count > points.length ? new int[count] : points;
      for (int i = 0; i < count; i++) {
        points[i] = (int) corners[begin + i];
        if (points[i] < 0 || points[i] >= places.length / 3) {
          throw new IOException(
              "cell %d has the point %d, which is not there".formatted(c, points[i]));
        }
      }
      if (cell(out, (int) kinds[c], points, count, group(materials, c), group(markers, c))) {
        tetOf[c] = out.tetCount() - 1;
      }
    }
    addValues(out, tetOf);
  }

  /// Adds a cell. Returns whether it is a tet.
  private boolean cell(
      ContentBuilder out, int type, int[] points, int count, int material, int marker)
      throws IOException {
    int sides =
        switch (type) {
          case 5, 22 -> 3;
          case 9, 23, 28 -> 4;
          case 7 -> Math.max(3, count);
          default -> 0;
        };
    int least = type == 10 || type == 24 ? 4 : sides;
    if (count < least) {
      throw new IOException("a cell of VTK's type %d has %d points".formatted(type, count));
    }
    if (type == 10 || type == 24) {
      out.material(material, "");
      out.tet(points);
      out.uses(points, 4, count);
      return true;
    }
    if (type == 6) {
      out.marker(marker, "");
      for (int i = 2; i < count; i++) {
        // Every second one of a strip runs the other way round.
        out.triangle(points[i - 2], points[i - 1 + i % 2], points[i - i % 2]);
      }
      return false;
    }
    if (sides > 0) {
      out.marker(marker, "");
      out.face(points, sides);
      out.uses(points, sides, count);
      if (count > sides) {
        out.curved();
      }
    } else {
      out.uses(points, 0, count);
    }
    if ((type == 3 || type == 21) && count >= 2) {
      out.segment(points[0], points[1], marker, "");
    } else if (type == 1 && count == 1) {
      out.pointMarker(points[0], marker, "");
    }
    // Points and lines without a marker are of no use, and do not harm.
    if (sides > 3 || sides == 0 && type > 4 && type != 21) {
      out.foreign("VTK's type " + type);
    }
    return false;
  }

  private double[] groups(String name, double[] other) {
    return data.stream()
        .filter(each -> !each.ofPoints() && each.name().equals(name))
        .map(Data::values)
        .findFirst()
        .orElse(other);
  }

  /// The number of a cell's group; 0 if there is none.
  private static int group(double[] numbers, int cell) {
    return cell < numbers.length ? (int) numbers[cell] : 0;
  }

  private void checkData(int points, int cells) throws IOException {
    for (Data each : data) {
      int count = each.ofPoints() ? points : cells;
      if (each.values().length != (long) count * each.components()) {
        throw new IOException(
            "the field \"%s\" has %d values for %d %s"
                .formatted(
                    each.name(),
                    each.values().length,
                    count,
                    each.ofPoints() ? "points" : "cells"));
      }
    }
  }

  private void addValues(ContentBuilder out, int[] tetOf) {
    for (Data each : data) {
      int width = each.components();
      if (each.ofPoints()) {
        out.values(new MeshValues(each.name(), MeshValues.Place.POINT, width, each.values()));
      } else if (!GROUPS.contains(each.name()) && out.tetCount() > 0) {
        double[] kept = new double[width * out.tetCount()];
        for (int c = 0; c < tetOf.length; c++) {
          if (tetOf[c] >= 0) {
            System.arraycopy(each.values(), width * c, kept, width * tetOf[c], width);
          }
        }
        out.values(new MeshValues(each.name(), MeshValues.Place.TET, width, kept));
      }
    }
  }
}
