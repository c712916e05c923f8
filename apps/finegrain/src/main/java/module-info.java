// SPDX-License-Identifier: Apache-2.0
/// Fine-grained programs: histogram, index-gather, breadth-first search.
module weft.apps.finegrain {
  requires weft;
  requires weft.apps.common;
  requires weft.collective;
  requires weft.overlap;
  requires static org.jspecify;
}
