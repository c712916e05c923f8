// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.util.List;

/// The result of a task; the same on every rank.
///
/// @param seconds the time of the product or the factorisation on the slowest rank
/// @param operations its additions and multiplications
/// @param solving the seconds of the solution, or 0
/// @param local GF/s of local products on all ranks together
/// @param checks the checks
/// @param notes further lines of output
record Result(
    double seconds,
    double operations,
    double solving,
    double local,
    List<Check> checks,
    List<String> notes) {
  /// A check.
  ///
  /// @param name the checked quantity
  /// @param value its value; NaN is wrong
  /// @param limit the greatest right value
  record Check(String name, double value, double limit) {
    boolean isRight() {
      return value <= limit;
    }
  }

  /// The rate in GF/s.
  double rate() {
    return operations / seconds * 1e-9;
  }

  boolean isRight() {
    return checks.stream().allMatch(Check::isRight);
  }
}
