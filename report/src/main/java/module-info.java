// SPDX-License-Identifier: Apache-2.0
/// Self-contained HTML pages that show what a run did. It knows nothing of ranks that run.
module weft.report {
  requires static org.jspecify;

  exports weft.report;
}
