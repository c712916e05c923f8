// SPDX-License-Identifier: Apache-2.0
/// Overlap of communication and computation: buffered channels, the overlap loop, and tuners.
module weft.overlap {
  requires transitive weft;
  requires static org.jspecify;

  exports weft.overlap;
}
