// SPDX-License-Identifier: Apache-2.0
/// Self-contained HTML pages about a run. The module knows the files of `weft`, and no ranks.
module weft.report {
  requires weft;
  requires static org.jspecify;

  exports weft.report;
}
