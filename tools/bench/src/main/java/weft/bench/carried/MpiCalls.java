// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import static java.lang.invoke.MethodType.methodType;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;

/// The MPI calls of the transport, through its own binding.
final class MpiCalls {
  private static final NativeBinding MPI = NativeBinding.of("weft.transport.mpi.Mpi");

  private static final MethodHandle DUPLICATE = MPI.find("duplicate", long.class, long.class);
  private static final MethodHandle BARRIER =
      MPI.find("barrier", void.class, long.class, long.class);
  private static final MethodHandle SEND =
      MPI.find(
          "send", void.class, long.class, int.class, int.class, int.class, long.class, long.class);
  private static final MethodHandle SEND_SYNCHRONOUSLY =
      MPI.find(
          "sendSynchronously",
          void.class,
          long.class,
          int.class,
          int.class,
          int.class,
          long.class,
          long.class);
  private static final MethodHandle RECEIVE =
      MPI.find(
          "receive",
          void.class,
          long.class,
          int.class,
          int.class,
          int.class,
          long.class,
          long.class);
  private static final MethodHandle TEST = MPI.find("test", boolean.class, long.class);
  private static final MethodHandle CANCEL = MPI.find("cancel", void.class, long.class);
  private static final MethodHandle TAG = MPI.find("tag", int.class);
  private static final MethodHandle COUNT = MPI.find("count", int.class);

  private MpiCalls() {}

  /// A constant of the library in use: `world`, `anySource`, `anyTag`, `requestBytes`.
  static long constant(String name) {
    try {
      Class<?> type = MPI.beside("Abi");
      Lookup inside = MPI.inside();
      Object abi = inside.findStaticGetter(inside.lookupClass(), "ABI", type).invoke();
      Class<?> result = name.equals("world") ? long.class : int.class;
      return (long)
          inside
              .findVirtual(type, name, methodType(result))
              .asType(methodType(long.class, Object.class))
              .invoke(abi);
    } catch (ReflectiveOperationException e) {
      throw MPI.changed(e);
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }

  /// Memory of the same kind as that of the transport's rings and places.
  static MemorySegment memory(long bytes) {
    try {
      return (MemorySegment)
          MPI.inside()
              .findStatic(
                  MPI.beside("MpiLibrary"), "memory", methodType(MemorySegment.class, long.class))
              .invokeExact(bytes);
    } catch (ReflectiveOperationException e) {
      throw MPI.changed(e);
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }

  static long duplicate(long communicator) {
    try {
      return (long) DUPLICATE.invokeExact(communicator);
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }

  static void barrier(long communicator, long request) {
    try {
      BARRIER.invokeExact(communicator, request);
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }

  static void send(long address, int bytes, int target, int tag, long communicator, long request) {
    try {
      SEND.invokeExact(address, bytes, target, tag, communicator, request);
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }

  static void sendSynchronously(
      long address, int bytes, int target, int tag, long communicator, long request) {
    try {
      SEND_SYNCHRONOUSLY.invokeExact(address, bytes, target, tag, communicator, request);
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }

  static void receive(
      long address, int bytes, int source, int tag, long communicator, long request) {
    try {
      RECEIVE.invokeExact(address, bytes, source, tag, communicator, request);
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }

  static boolean test(long request) {
    try {
      return (boolean) TEST.invokeExact(request);
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }

  static void cancel(long request) {
    try {
      CANCEL.invokeExact(request);
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }

  static int tag() {
    try {
      return (int) TAG.invokeExact();
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }

  static int count() {
    try {
      return (int) COUNT.invokeExact();
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }
}
