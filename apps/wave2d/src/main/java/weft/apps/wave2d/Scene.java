// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

/// The initial state. Only rank 0 has it and sends the others their part.
interface Scene {
  int width();

  int height();

  /// The displacement of a cell, which is at rest.
  double displacement(int x, int y);

  /// The wave speed of a cell, from 0 (a wall) to 1.
  double speed(int x, int y);

  /// Whether the speed is 1 everywhere.
  boolean uniform();
}
