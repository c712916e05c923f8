// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.content;

/// Values on a mesh.
///
/// @param name of the field
/// @param place what has them
/// @param components how many numbers each place has: 1 for scalars, 3 for vectors
/// @param values `components` for each point, tet or face
@SuppressWarnings("ArrayRecordComponent") // never compared
public record MeshValues(String name, Place place, int components, double[] values) {
  /// What values belong to.
  public enum Place {
    /// Points.
    POINT,
    /// Tets.
    TET,
    /// Triangles.
    FACE
  }
}
