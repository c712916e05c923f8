// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

/// The edge length wished for at a place.
@FunctionalInterface
public interface Sizing {
  /// Returns a positive length; infinity where any is good.
  double at(double x, double y, double z);
}
