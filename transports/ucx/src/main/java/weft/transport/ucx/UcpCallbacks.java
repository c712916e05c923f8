// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import weft.WeftException;

/// Methods that the UCX library calls. They must not throw, since that would end the JVM. All
/// arguments are words: with addresses, a call would cost an allocation.
@SuppressWarnings("restricted") // this module is for native calls
final class UcpCallbacks {
  private UcpCallbacks() {}

  /// A callback for [Ucp#handle]: `receiver` has a method `arrived` with the arguments of a
  /// `ucp_am_recv_callback_t` that returns a status. It must not throw.
  static MemorySegment receiver(MethodHandles.Lookup lookup, Object receiver) {
    Class<?> word = long.class;
    return callback(
        lookup,
        receiver,
        "arrived",
        MethodType.methodType(int.class, word, word, word, word, word, word),
        FunctionDescriptor.of(
            JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
  }

  /// A callback for [Ucp#endpoint]: `receiver` has a method `broken` with the peer, the endpoint
  /// and the status. It must not throw.
  static MemorySegment failureListener(MethodHandles.Lookup lookup, Object receiver) {
    return callback(
        lookup,
        receiver,
        "broken",
        MethodType.methodType(void.class, long.class, long.class, byte.class),
        FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG, JAVA_BYTE));
  }

  /// Callbacks are never released: the library might call one while it ends.
  private static MemorySegment callback(
      MethodHandles.Lookup lookup,
      Object receiver,
      String method,
      MethodType type,
      FunctionDescriptor descriptor) {
    try {
      MethodHandle handle = lookup.bind(receiver, method, type);
      return Linker.nativeLinker().upcallStub(handle, descriptor, Arena.global());
    } catch (ReflectiveOperationException e) {
      throw new WeftException("a callback for UCX has no method " + method, e);
    }
  }
}
