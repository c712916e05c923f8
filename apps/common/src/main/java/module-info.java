// SPDX-License-Identifier: Apache-2.0
/// Classes that the programs in `apps` share.
module weft.apps.common {
  requires transitive java.desktop;
  requires transitive weft;
  requires transitive weft.collective;
  requires transitive weft.model;
  requires transitive weft.options;
  requires transitive weft.report;
  requires static org.jspecify;

  exports weft.apps.common;
}
