// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.ArrayList;
import java.util.List;
import weft.mesh.internal.content.MeshValues;

/// Values on a [TetMesh], to be written with it: at vertices or at tets, scalars or vectors.
///
/// ```java
/// mesh.write(Path.of("solved.vtu"), new MeshFields().atVertices("u", u).atTets("flux", flux));
/// ```
///
/// An array with one number for each place is a scalar field, one with three for each a field of
/// vectors. Arrays are not copied.
public final class MeshFields {
  private final List<MeshValues> all = new ArrayList<>();

  /// Begins without fields.
  public MeshFields() {}

  /// Adds values at the vertices.
  ///
  /// @param name of the field, which files have too
  /// @param values one for each vertex, or x, y and z of each
  public MeshFields atVertices(String name, double[] values) {
    return add(name, MeshValues.Place.POINT, values);
  }

  /// Adds values at the tets.
  ///
  /// @param name of the field, which files have too
  /// @param values one for each tet, or x, y and z of each
  public MeshFields atTets(String name, double[] values) {
    return add(name, MeshValues.Place.TET, values);
  }

  private MeshFields add(String name, MeshValues.Place place, double[] values) {
    if (name.isBlank() || !name.equals(name.strip()) || !name.matches("[^\\p{Cntrl}\"<>&]+")) {
      throw new IllegalArgumentException(
          "\"%s\" is no name of a field; give one of letters, digits and spaces".formatted(name));
    }
    for (MeshValues each : all) {
      if (each.name().equals(name) && each.place() == place) {
        throw new IllegalArgumentException("there are two fields called \"" + name + "\"");
      }
    }
    all.add(new MeshValues(name, place, 0, values));
    return this;
  }

  /// The fields, if they fit a mesh of so many vertices and tets.
  ///
  /// @throws IllegalArgumentException if one does not
  List<MeshValues> on(int vertices, int tets) {
    List<MeshValues> fitting = new ArrayList<>();
    for (MeshValues each : all) {
      boolean atVertices = each.place() == MeshValues.Place.POINT;
      int count = atVertices ? vertices : tets;
      int length = each.values().length;
      if (length != count && length != 3L * count) {
        throw new IllegalArgumentException(
            "the field \"%s\" has %d values for %d %s; give one for each, or three for vectors"
                .formatted(each.name(), length, count, atVertices ? "vertices" : "tets"));
      }
      fitting.add(
          new MeshValues(each.name(), each.place(), length == count ? 1 : 3, each.values()));
    }
    return fitting;
  }
}
