// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/// The end of this process, at once. What libraries have registered to run then (MPI's may wait for
/// peers that are gone) is not run.
final class ProcessEnd {
  private final @Nullable MethodHandle exit = exit();

  /// Prepares it, which takes some time.
  ProcessEnd() {}

  @SuppressWarnings("restricted")
  private static @Nullable MethodHandle exit() {
    try {
      Linker linker = Linker.nativeLinker();
      return linker.downcallHandle(
          linker.defaultLookup().findOrThrow("_exit"),
          FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT));
    } catch (RuntimeException | Error e) {
      return null; // Without native access, or memory for it: there is another way.
    }
  }

  /// Ends it with `code`; does not return.
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
