// SPDX-License-Identifier: Apache-2.0
/// Maxwell: a program that computes what antennas radiate and bodies scatter.
module weft.apps.maxwell {
  requires weft;
  requires weft.apps.common;
  requires weft.checkpoint;
  requires weft.collective;
  requires weft.maxwell;
  requires weft.mesh;
  requires weft.multipole;
  requires weft.overlap;
  requires weft.report;
  requires static org.jspecify;
}
