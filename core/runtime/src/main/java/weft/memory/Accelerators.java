// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/// The [Accelerator] of this process: chosen once, so that the JIT compiler knows its class at
/// every call.
public final class Accelerators {
  private static final @Nullable Accelerator CHOSEN = choose();

  private Accelerators() {}

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
