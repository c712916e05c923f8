// SPDX-License-Identifier: Apache-2.0
/// Self-contained HTML pages about a run. The module does not depend on running ranks.
module weft.report {
  requires static org.jspecify;

  exports weft.report;
}
