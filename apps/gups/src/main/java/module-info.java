// SPDX-License-Identifier: Apache-2.0
/// GUPS: random updates of a table that all ranks hold together.
module weft.apps.gups {
  requires weft;
  requires weft.apps.common;
  requires weft.collective;
  requires weft.overlap;
  requires static org.jspecify;
}
