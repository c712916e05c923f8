// SPDX-License-Identifier: Apache-2.0
/// Linalg: dense products, factorisations and solutions on ranks, timed and checked.
module weft.apps.linalg {
  requires weft;
  requires weft.apps.common;
  requires weft.collective;
  requires weft.linalg;
  requires weft.report;
  requires java.management;
  requires static org.jspecify;
}
