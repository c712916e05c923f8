// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.util.List;

/// What came out; the same on every rank.
///
/// @param seconds of the product or the factorisation, of the slowest rank
/// @param operations of it, additions and multiplications
/// @param solving seconds of the solution, or 0
/// @param local GF/s of local products of all ranks together, each for itself
/// @param checks what was checked
/// @param notes what else is to be said
record Result(
    double seconds,
    double operations,
    double solving,
    double local,
    List<Check> checks,
    List<String> notes) {
  /// A check.
  ///
  /// @param name what is checked
  /// @param value what was found; NaN is wrong
  /// @param limit up to which it is right
  record Check(String name, double value, double limit) {
    boolean isRight() {
      return value <= limit;
    }
  }

  /// GF/s.
  double rate() {
    return operations / seconds * 1e-9;
  }

  boolean isRight() {
    return checks.stream().allMatch(Check::isRight);
  }
}
