// SPDX-License-Identifier: Apache-2.0
/// Octrees over surface meshes, and the transfer step of a multipole method for Maxwell's
/// equations.
module weft.apps.multipole {
  requires weft;
  requires weft.apps.common;
  requires weft.collective;
  requires weft.mesh;
  requires weft.multipole;
  requires weft.overlap;
  requires weft.report;
  requires static org.jspecify;
}
