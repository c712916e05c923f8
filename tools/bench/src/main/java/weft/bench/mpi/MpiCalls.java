// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

import static java.lang.invoke.MethodType.methodType;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;

/// The MPI calls of the transport, through the transport's own binding. So the compared parties
/// differ only in Weft, not in how Java calls C.
///
/// The binding is private to the transport. Constant method handles call it, which the JIT compiler
/// inlines like direct calls.
final class MpiCalls {
  private static final String PACKAGE = "weft.transport.mpi.";
  private static final Lookup INSIDE = inside();

  private static final MethodHandle DUPLICATE = find("duplicate", long.class, long.class);
  private static final MethodHandle BARRIER = find("barrier", void.class, long.class, long.class);
  private static final MethodHandle SEND =
      find("send", void.class, long.class, int.class, int.class, int.class, long.class, long.class);
  private static final MethodHandle SEND_SYNCHRONOUSLY =
      find(
          "sendSynchronously",
          void.class,
          long.class,
          int.class,
          int.class,
          int.class,
          long.class,
          long.class);
  private static final MethodHandle RECEIVE =
      find(
          "receive",
          void.class,
          long.class,
          int.class,
          int.class,
          int.class,
          long.class,
          long.class);
  private static final MethodHandle TEST = find("test", boolean.class, long.class);
  private static final MethodHandle CANCEL = find("cancel", void.class, long.class);
  private static final MethodHandle TAG = find("tag", int.class);
  private static final MethodHandle COUNT = find("count", int.class);

  private MpiCalls() {}

  private static Lookup inside() {
    try {
      Class<?> binding = Class.forName(PACKAGE + "Mpi", false, MpiCalls.class.getClassLoader());
      return MethodHandles.privateLookupIn(binding, MethodHandles.lookup());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("weft-mpi is not on the class path", e);
    }
  }

  private static MethodHandle find(String name, Class<?> result, Class<?>... arguments) {
    try {
      return INSIDE.findStatic(INSIDE.lookupClass(), name, methodType(result, arguments));
    } catch (ReflectiveOperationException e) {
      throw changed(e);
    }
  }

  private static IllegalStateException changed(Throwable thrown) {
    return new IllegalStateException("the binding in weft.transport.mpi has changed", thrown);
  }

  /// A constant of the library in use: `world`, `anySource`, `anyTag`, `requestBytes`.
  static long constant(String name) {
    try {
      Class<?> type = INSIDE.findClass(PACKAGE + "Abi");
      Object abi = INSIDE.findStaticGetter(INSIDE.lookupClass(), "ABI", type).invoke();
      Class<?> result = name.equals("world") ? long.class : int.class;
      return (long)
          INSIDE
              .findVirtual(type, name, methodType(result))
              .asType(methodType(long.class, Object.class))
              .invoke(abi);
    } catch (ReflectiveOperationException e) {
      throw changed(e);
    } catch (Throwable thrown) {
      throw failed(thrown);
    }
  }

  private static RuntimeException failed(Throwable thrown) {
    return thrown instanceof RuntimeException e ? e : new IllegalStateException(thrown);
  }

  /// Memory of the same kind as that of the transport's rings and places.
  static MemorySegment memory(long bytes) {
    try {
      return (MemorySegment)
          INSIDE
              .findStatic(
                  INSIDE.findClass(PACKAGE + "MpiLibrary"),
                  "memory",
                  methodType(MemorySegment.class, long.class))
              .invokeExact(bytes);
    } catch (ReflectiveOperationException e) {
      throw changed(e);
    } catch (Throwable thrown) {
      throw failed(thrown);
    }
  }

  static long duplicate(long communicator) {
    try {
      return (long) DUPLICATE.invokeExact(communicator);
    } catch (Throwable thrown) {
      throw failed(thrown);
    }
  }

  static void barrier(long communicator, long request) {
    try {
      BARRIER.invokeExact(communicator, request);
    } catch (Throwable thrown) {
      throw failed(thrown);
    }
  }

  static void send(long address, int bytes, int target, int tag, long communicator, long request) {
    try {
      SEND.invokeExact(address, bytes, target, tag, communicator, request);
    } catch (Throwable thrown) {
      throw failed(thrown);
    }
  }

  static void sendSynchronously(
      long address, int bytes, int target, int tag, long communicator, long request) {
    try {
      SEND_SYNCHRONOUSLY.invokeExact(address, bytes, target, tag, communicator, request);
    } catch (Throwable thrown) {
      throw failed(thrown);
    }
  }

  static void receive(
      long address, int bytes, int source, int tag, long communicator, long request) {
    try {
      RECEIVE.invokeExact(address, bytes, source, tag, communicator, request);
    } catch (Throwable thrown) {
      throw failed(thrown);
    }
  }

  static boolean test(long request) {
    try {
      return (boolean) TEST.invokeExact(request);
    } catch (Throwable thrown) {
      throw failed(thrown);
    }
  }

  static void cancel(long request) {
    try {
      CANCEL.invokeExact(request);
    } catch (Throwable thrown) {
      throw failed(thrown);
    }
  }

  static int tag() {
    try {
      return (int) TAG.invokeExact();
    } catch (Throwable thrown) {
      throw failed(thrown);
    }
  }

  static int count() {
    try {
      return (int) COUNT.invokeExact();
    } catch (Throwable thrown) {
      throw failed(thrown);
    }
  }
}
