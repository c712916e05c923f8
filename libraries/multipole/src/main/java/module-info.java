// SPDX-License-Identifier: Apache-2.0
/// Sums of waves over many points, in time that grows little faster than their number: a fast
/// multipole method whose ranks compute while vectors travel.
@SuppressWarnings("module") // a module that is named below is compiled later
module weft.multipole {
  requires transitive weft;
  requires transitive weft.overlap;
  requires static org.jspecify;

  exports weft.multipole;
  exports weft.multipole.waves to
      weft.maxwell;
}
