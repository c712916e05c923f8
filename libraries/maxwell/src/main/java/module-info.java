// SPDX-License-Identifier: Apache-2.0
/// Electromagnetic scattering and antennas: currents on perfectly conducting surfaces, by integral
/// equations whose dense matrix ranks share.
module weft.maxwell {
  requires transitive weft;
  requires transitive weft.collective;
  requires transitive weft.linalg;
  requires transitive weft.mesh;
  requires transitive weft.multipole;
  requires static org.jspecify;

  exports weft.maxwell;
}
