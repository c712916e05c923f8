// SPDX-License-Identifier: Apache-2.0
/// Exact Delaunay tetrahedra of points in space, and triangle surfaces. It needs the JDK alone, and
/// knows nothing of ranks.
module weft.mesh {
  requires static org.jspecify;

  exports weft.mesh;
  exports weft.mesh.surface;
}
