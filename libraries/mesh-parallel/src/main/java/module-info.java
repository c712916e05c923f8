// SPDX-License-Identifier: Apache-2.0
/// Delaunay tetrahedra of points, made and held by all ranks of a job.
module weft.mesh.parallel {
  requires transitive weft;
  requires transitive weft.mesh;
  requires transitive weft.mobile;
  requires weft.collective;
  requires static org.jspecify;

  exports weft.mesh.parallel;
}
