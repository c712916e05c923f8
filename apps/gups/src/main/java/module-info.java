// SPDX-License-Identifier: Apache-2.0
/// GUPS: random updates of a table that is distributed over all ranks.
module weft.apps.gups {
  requires weft;
  requires weft.apps.common;
  requires weft.collective;
  requires weft.overlap;
  requires static org.jspecify;
}
