// SPDX-License-Identifier: Apache-2.0
/// Netsort: a static network sort over the ranks.
module weft.apps.netsort {
  requires weft;
  requires weft.apps.common;
  requires weft.checkpoint;
  requires weft.collective;
  requires weft.mobile;
  requires weft.report;
  requires static org.jspecify;
}
