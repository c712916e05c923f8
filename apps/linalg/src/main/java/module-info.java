// SPDX-License-Identifier: Apache-2.0
/// Linalg: a program that times and checks dense products, factorisations and solutions.
module weft.apps.linalg {
  requires weft;
  requires weft.apps.common;
  requires weft.collective;
  requires weft.linalg;
  requires weft.report;
  requires java.desktop;
  requires java.management;
  requires static org.jspecify;
}
