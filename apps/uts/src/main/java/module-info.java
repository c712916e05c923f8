// SPDX-License-Identifier: Apache-2.0
/// Counts an unbalanced tree on ranks that steal work from each other.
module weft.apps.uts {
  requires weft;
  requires weft.apps.common;
  requires weft.checkpoint;
  requires weft.collective;
  requires weft.mobile;
  requires static org.jspecify;
}
