// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/// Ends this process at once, without the exit handlers of libraries: those of MPI may wait for
/// peers that are gone.
final class ProcessEnd {
  private final @Nullable MethodHandle exit = exit();

  /// Prepares the end, which takes some time.
  ProcessEnd() {}

  @SuppressWarnings("restricted")
  private static @Nullable MethodHandle exit() {
    try {
      Linker linker = Linker.nativeLinker();
      return linker.downcallHandle(
          linker.defaultLookup().findOrThrow("_exit"),
          FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT));
    } catch (RuntimeException | Error e) {
      return null; // There is no native access or no memory for it; `now` then uses Runtime.halt.
    }
  }

  /// Ends the process with exit code `code`; does not return.
  void now(int code) {
    try {
      if (exit != null) {
        exit.invokeExact(code);
      }
    } catch (Throwable e) {
      // As below.
    }
    Runtime.getRuntime().halt(code);
  }
}
