// SPDX-License-Identifier: Apache-2.0
/// Tetrahedra: of points, by an exact Delaunay triangulation, and of what facets or a surface
/// enclose, of guaranteed quality. It needs the JDK alone, and knows nothing of ranks.
@SuppressWarnings("module") // a module that uses it is not here when this one is compiled
module weft.mesh {
  requires static org.jspecify;

  exports weft.mesh;
  exports weft.mesh.files;
  exports weft.mesh.surface;
  exports weft.mesh.kernel to
      weft.mesh.parallel;
}
