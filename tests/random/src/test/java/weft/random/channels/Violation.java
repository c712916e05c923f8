// SPDX-License-Identifier: Apache-2.0
package weft.random.channels;

/// What a rank saw contradicts the guarantees or the model.
final class Violation extends AssertionError {
  private static final long serialVersionUID = 1;

  Violation(String what) {
    super("VIOLATION: " + what);
  }

  /// Throws if `holds` is false.
  static void unless(boolean holds, String what, Object... arguments) {
    if (!holds) {
      throw new Violation(what.formatted(arguments));
    }
  }
}
