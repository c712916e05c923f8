// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/// The UCX calls of the transport, through its own binding, as [MpiCalls] are those of MPI.
final class UcxCalls {
  private static final NativeBinding UCP = NativeBinding.of("weft.transport.ucx.Ucp");
  private static final NativeBinding CONTEXT = NativeBinding.of("weft.transport.ucx.UcpContext");
  private static final NativeBinding CALLBACKS =
      NativeBinding.of("weft.transport.ucx.UcpCallbacks");

  private static final Class<?> WORD = long.class;
  private static final MethodHandle SEND =
      UCP.find("send", WORD, WORD, int.class, WORD, WORD, WORD, WORD);
  private static final MethodHandle OFFER =
      UCP.find("offer", WORD, WORD, int.class, WORD, WORD, WORD, WORD);
  private static final MethodHandle RECEIVE = UCP.find("receive", WORD, WORD, WORD, WORD, WORD);
  private static final MethodHandle PROGRESS = UCP.find("progress", void.class, WORD);
  private static final MethodHandle STATUS = UCP.find("status", byte.class, WORD);
  private static final MethodHandle FREE = UCP.find("free", void.class, WORD);

  private UcxCalls() {}

  /// A worker of a context of its own.
  ///
  /// @param devices the value of `UCX_NET_DEVICES`; empty for the library's own
  static long worker(String devices) {
    try {
      long context =
          (long) CONTEXT.find("open", WORD, String.class, String.class).invokeExact("", devices);
      return (long) UCP.find("worker", WORD, WORD).invokeExact(context);
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }

  /// The address at which other workers reach this one.
  static byte[] address(long worker) {
    try {
      return (byte[]) UCP.find("address", byte[].class, WORD).invokeExact(worker);
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }

  /// Makes the method `arrived` of `receiver` get the active messages `id`.
  static void handle(long worker, int id, MethodHandles.Lookup lookup, Object receiver) {
    try {
      var callback =
          (MemorySegment)
              CALLBACKS
                  .find("receiver", MemorySegment.class, MethodHandles.Lookup.class, Object.class)
                  .invokeExact(lookup, receiver);
      UCP.find("handle", void.class, WORD, int.class, MemorySegment.class)
          .invokeExact(worker, id, callback);
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }

  /// An endpoint to the worker whose address is at `address`, with the method `broken` of
  /// `listener`.
  static long endpoint(long worker, long address, MethodHandles.Lookup lookup, Object listener) {
    try {
      var callback =
          (MemorySegment)
              CALLBACKS
                  .find(
                      "failureListener",
                      MemorySegment.class,
                      MethodHandles.Lookup.class,
                      Object.class)
                  .invokeExact(lookup, listener);
      return (long)
          UCP.find("endpoint", WORD, WORD, WORD, MemorySegment.class, int.class)
              .invokeExact(worker, address, callback, 0);
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }

  static long send(long endpoint, int id, long header, long headerBytes, long from, long bytes) {
    try {
      return (long) SEND.invokeExact(endpoint, id, header, headerBytes, from, bytes);
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }

  static long offer(long endpoint, int id, long header, long headerBytes, long from, long bytes) {
    try {
      return (long) OFFER.invokeExact(endpoint, id, header, headerBytes, from, bytes);
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }

  static long receive(long worker, long arrival, long to, long bytes) {
    try {
      return (long) RECEIVE.invokeExact(worker, arrival, to, bytes);
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }

  static void progress(long worker) {
    try {
      PROGRESS.invokeExact(worker);
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }

  static byte status(long request) {
    try {
      return (byte) STATUS.invokeExact(request);
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }

  static void free(long request) {
    try {
      FREE.invokeExact(request);
    } catch (Throwable thrown) {
      throw NativeBinding.failed(thrown);
    }
  }
}
