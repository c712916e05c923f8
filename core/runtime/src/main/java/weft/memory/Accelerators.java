// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/// The [Accelerator] of this process: chosen once, so that the JIT compiler knows its class at
/// every call.
public final class Accelerators {
  private static final Runtime.Version FIRST_SAFE = Runtime.Version.parse("25.0.3");

  /// Before [#CHOSEN], whose class asks for it.
  private static final boolean TAKES_ARRAYS = takesArrays(Runtime.version());

  private static final @Nullable Accelerator CHOSEN = choose();

  private Accelerators() {}

  /// Whether machine code may be given Java arrays in this JVM.
  public static boolean takesArrays() {
    return TAKES_ARRAYS;
  }

  /// Whether machine code may be given Java arrays in a JVM of `version`. Up to JDK 25.0.2, G1 may
  /// move an array that native code holds (JDK-8377811), which corrupts data without an error. The
  /// rule does not ask which collector is in use: a wrong answer would cost more than the speed. An
  /// early-access build of 25.0.3 may lack the fix, and is treated like 25.0.2.
  public static boolean takesArrays(Runtime.Version version) {
    return version.feature() > FIRST_SAFE.feature()
        || version.compareToIgnoreOptional(FIRST_SAFE) >= 0;
  }

  /// Whether a module provides one, even if it can do nothing in this process.
  public static boolean isProvided() {
    return CHOSEN != null;
  }

  static @Nullable Accelerator chosen() {
    return CHOSEN;
  }

  private static @Nullable Accelerator choose() {
    // Not the thread's class loader, because the first thread chooses for the whole process.
    ClassLoader loader = Accelerator.class.getClassLoader();
    try {
      return ServiceLoader.load(Accelerator.class, loader).findFirst().orElse(null);
    } catch (ServiceConfigurationError e) {
      return null; // A provider that does not load is ignored; `weft doctor` names the loss.
    }
  }
}
