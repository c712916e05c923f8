// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.improve;

/// What a change may not make worse.
@FunctionalInterface
public interface Limits {
  /// How many times a tet with these corners in this region exceeds what is allowed; at most 1 if
  /// it does not.
  double excess(int region, int a, int b, int c, int d);
}
