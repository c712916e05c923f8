// SPDX-License-Identifier: Apache-2.0
/// Wave2D: the wave equation on a picture.
module weft.apps.wave2d {
  requires weft;
  requires weft.apps.common;
  requires weft.checkpoint;
  requires weft.collective;
  requires weft.report;
  requires java.desktop;
  requires static org.jspecify;
}
