// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import org.jspecify.annotations.Nullable;

/// What a rank saw contradicts the guarantees or the model.
final class Violation extends AssertionError {
  private static final long serialVersionUID = 1;

  Violation(String what) {
    super("VIOLATION: " + what);
  }

  /// Throws if `holds` is false.
  @SuppressWarnings("AnnotateFormatMethod")
  static void unless(boolean holds, String what, @Nullable Object... arguments) {
    if (!holds) {
      throw new Violation(what.formatted(arguments));
    }
  }
}
