// SPDX-License-Identifier: Apache-2.0
/// Mesh: a program that makes the Delaunay tets of points, and shows them.
module weft.apps.mesh {
  requires weft;
  requires weft.apps.common;
  requires weft.mesh;
  requires weft.report;
  requires java.management;
  requires static org.jspecify;
}
