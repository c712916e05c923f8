// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;

/// Ends this process at once. What libraries have registered to run at its end (MPI's may wait for
/// peers that are gone) is not run.
final class ProcessEnd {
  private ProcessEnd() {}

  /// Ends it with `code`; does not return.
  @SuppressWarnings("restricted")
  static void now(int code) {
    try {
      Linker linker = Linker.nativeLinker();
      linker
          .downcallHandle(
              linker.defaultLookup().findOrThrow("_exit"),
              FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT))
          .invokeExact(code);
    } catch (Throwable e) {
      // Without native access, or memory for it: the other way.
    }
    Runtime.getRuntime().halt(code);
  }
}
