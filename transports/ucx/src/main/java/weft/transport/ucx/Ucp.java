// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// The UCX calls that Weft makes on a worker, as static methods over constant method handles, so
/// that the compiler can inline them. Addresses and handles are passed as words. [UcxLibrary#load]
/// comes first.
///
/// Layouts and constants are those of UCX 1.13, and later versions keep them: each structure begins
/// with a mask of the fields that are set. A status is one signed byte. A call that returns a
/// request returns 0 if it is done, and a status from −100 to −1 if it has failed.
@SuppressWarnings("restricted") // this module is for native calls
final class Ucp {
  static final byte OK = 0;
  static final byte IN_PROGRESS = 1;
  private static final byte BUSY = -15;
  private static final long LAST_ERROR = -100;

  /// All memory: what addresses of the library point to.
  static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  // ucp_worker_params_t: mask, thread_mode: 0, one thread.
  private static final int WORKER_PARAMS = 256;
  private static final long THREAD_MODE = 1;

  // ucp_am_handler_param_t: mask, id, flags, cb, arg.
  private static final int HANDLER_PARAM = 32;
  private static final long HANDLER_FIELDS = 1 | 1 << 1 | 1 << 2 | 1 << 3;
  private static final int WHOLE_MESSAGE = 1;

  // ucp_ep_params_t: mask, address, err_mode, err_handler.cb, err_handler.arg.
  private static final int EP_PARAMS = 128;
  private static final long REMOTE_ADDRESS = 1;
  private static final long ERROR_HANDLER = 1 << 2;

  /// The bytes of a `ucp_request_param_t`: op_attr_mask, flags (ints), and more.
  private static final int REQUEST_PARAM = 96;

  private static final int FLAGS = 1 << 4;
  private static final int EAGER = 1 << 1;
  private static final int RENDEZVOUS = 1 << 2;

  // The attributes of an arrival: its bytes stay until they are taken.
  static final long STAYS = 1 << 16 | 1 << 17;

  static final UcxLibrary LIBRARY = UcxLibrary.load();

  private static final MethodHandle STATUS_TEXT =
      LIBRARY.function(JAVA_LONG, "ucs_status_string", JAVA_BYTE);
  private static final MethodHandle WORKER_CREATE =
      LIBRARY.function(JAVA_BYTE, "ucp_worker_create", JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle WORKER_DESTROY =
      LIBRARY.procedure("ucp_worker_destroy", JAVA_LONG);
  private static final MethodHandle GET_ADDRESS =
      LIBRARY.function(JAVA_BYTE, "ucp_worker_get_address", JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle RELEASE_ADDRESS =
      LIBRARY.procedure("ucp_worker_release_address", JAVA_LONG, JAVA_LONG);
  private static final MethodHandle GET_DESCRIPTOR =
      LIBRARY.function(JAVA_BYTE, "ucp_worker_get_efd", JAVA_LONG, JAVA_LONG);
  private static final MethodHandle ARM = LIBRARY.function(JAVA_BYTE, "ucp_worker_arm", JAVA_LONG);
  private static final MethodHandle PROGRESS =
      LIBRARY.function(JAVA_INT, "ucp_worker_progress", JAVA_LONG);
  private static final MethodHandle SET_HANDLER =
      LIBRARY.function(JAVA_BYTE, "ucp_worker_set_am_recv_handler", JAVA_LONG, JAVA_LONG);
  private static final MethodHandle WORKER_FLUSH =
      LIBRARY.function(JAVA_LONG, "ucp_worker_flush_nbx", JAVA_LONG, JAVA_LONG);
  private static final MethodHandle EP_CREATE =
      LIBRARY.function(JAVA_BYTE, "ucp_ep_create", JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle SEND =
      LIBRARY.function(
          JAVA_LONG,
          "ucp_am_send_nbx",
          JAVA_LONG,
          JAVA_INT,
          JAVA_LONG,
          JAVA_LONG,
          JAVA_LONG,
          JAVA_LONG,
          JAVA_LONG);
  private static final MethodHandle RECEIVE =
      LIBRARY.function(
          JAVA_LONG, "ucp_am_recv_data_nbx", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle CHECK =
      LIBRARY.function(JAVA_BYTE, "ucp_request_check_status", JAVA_LONG);
  private static final MethodHandle FREE = LIBRARY.procedure("ucp_request_free", JAVA_LONG);

  private static final long EAGER_PARAM = requestParam(FLAGS, EAGER);
  private static final long RENDEZVOUS_PARAM = requestParam(FLAGS, RENDEZVOUS);
  private static final long NO_PARAM = requestParam(0, 0);

  private Ucp() {}

  private static long requestParam(int mask, int flags) {
    MemorySegment param = Arena.global().allocate(REQUEST_PARAM, 8);
    param.set(JAVA_INT, 0, mask);
    param.set(JAVA_INT, Integer.BYTES, flags);
    return param.address();
  }

  static IllegalStateException failed(String call, Throwable thrown) {
    return new IllegalStateException(call + " could not be called", thrown);
  }

  static void check(String call, byte status) {
    if (status != OK) {
      throw new UcxException(call + " failed: " + text(status));
    }
  }

  static RuntimeException rethrow(String call, Throwable thrown) {
    return thrown instanceof UcxException e ? e : failed(call, thrown);
  }

  /// The library's words for a status.
  static String text(long status) {
    try {
      long address = (long) STATUS_TEXT.invokeExact((byte) status);
      return ALL.getString(address);
    } catch (Throwable thrown) {
      return "status " + status;
    }
  }

  /// Whether what a call returned for a request is a failure.
  static boolean isError(long request) {
    return request < 0 && request >= LAST_ERROR;
  }

  /// A worker that this thread alone uses.
  static long worker(long context) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment word = arena.allocate(JAVA_LONG);
      MemorySegment params = arena.allocate(WORKER_PARAMS, 8);
      params.set(JAVA_LONG, 0, THREAD_MODE);
      check(
          "ucp_worker_create",
          (byte) WORKER_CREATE.invokeExact(context, params.address(), word.address()));
      return word.get(JAVA_LONG, 0);
    } catch (Throwable thrown) {
      throw rethrow("ucp_worker_create", thrown);
    }
  }

  /// Releases a worker with its endpoints.
  static void destroy(long worker) {
    try {
      WORKER_DESTROY.invokeExact(worker);
    } catch (Throwable thrown) {
      throw failed("ucp_worker_destroy", thrown);
    }
  }

  /// The address at which other workers reach this one.
  static byte[] address(long worker) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment words = arena.allocate(JAVA_LONG, 2);
      long at = words.address();
      check("ucp_worker_get_address", (byte) GET_ADDRESS.invokeExact(worker, at, at + 8));
      long address = words.get(JAVA_LONG, 0);
      byte[] bytes = ALL.asSlice(address, words.get(JAVA_LONG, 8)).toArray(JAVA_BYTE);
      RELEASE_ADDRESS.invokeExact(worker, address);
      return bytes;
    } catch (Throwable thrown) {
      throw rethrow("ucp_worker_get_address", thrown);
    }
  }

  /// The descriptor that can be read when there is news for an armed worker.
  static int descriptor(long worker) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment word = arena.allocate(JAVA_INT);
      check("ucp_worker_get_efd", (byte) GET_DESCRIPTOR.invokeExact(worker, word.address()));
      return word.get(JAVA_INT, 0);
    } catch (Throwable thrown) {
      throw rethrow("ucp_worker_get_efd", thrown);
    }
  }

  /// Arms the worker, or returns false if there is news.
  static boolean arm(long worker) {
    try {
      byte status = (byte) ARM.invokeExact(worker);
      if (status != BUSY) {
        check("ucp_worker_arm", status);
      }
      return status == OK;
    } catch (Throwable thrown) {
      throw rethrow("ucp_worker_arm", thrown);
    }
  }

  /// Moves what can be moved; runs the callbacks.
  static void progress(long worker) {
    try {
      int _ = (int) PROGRESS.invokeExact(worker);
    } catch (Throwable thrown) {
      throw failed("ucp_worker_progress", thrown);
    }
  }

  /// Makes `callback`, of [UcpCallbacks#receiver], get the active messages `id` of a worker.
  static void handle(long worker, int id, MemorySegment callback) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment param = arena.allocate(HANDLER_PARAM, 8);
      param.set(JAVA_LONG, 0, HANDLER_FIELDS);
      param.set(JAVA_INT, 8, id);
      param.set(JAVA_INT, 12, WHOLE_MESSAGE);
      param.set(JAVA_LONG, 16, callback.address());
      param.set(JAVA_LONG, 24, id);
      check(
          "ucp_worker_set_am_recv_handler",
          (byte) SET_HANDLER.invokeExact(worker, param.address()));
    } catch (Throwable thrown) {
      throw rethrow("ucp_worker_set_am_recv_handler", thrown);
    }
  }

  /// An endpoint that leads to the worker with `address`. It has no error handling, with which UCX
  /// would do without its shared memory, but tells `broken` of its failure.
  static long endpoint(long worker, long address, MemorySegment broken, int peer) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment word = arena.allocate(JAVA_LONG);
      MemorySegment params = arena.allocate(EP_PARAMS, 8);
      params.set(JAVA_LONG, 0, REMOTE_ADDRESS | ERROR_HANDLER);
      params.set(JAVA_LONG, 8, address);
      params.set(JAVA_LONG, 24, broken.address());
      params.set(JAVA_LONG, 32, peer);
      check(
          "ucp_ep_create", (byte) EP_CREATE.invokeExact(worker, params.address(), word.address()));
      return word.get(JAVA_LONG, 0);
    } catch (Throwable thrown) {
      throw rethrow("ucp_ep_create", thrown);
    }
  }

  /// Sends an eager active message. Header and bytes must not change until the request is done.
  static long send(long endpoint, int id, long header, long headerBytes, long from, long bytes) {
    try {
      return (long) SEND.invokeExact(endpoint, id, header, headerBytes, from, bytes, EAGER_PARAM);
    } catch (Throwable thrown) {
      throw failed("ucp_am_send_nbx", thrown);
    }
  }

  /// Like [#send], but the receiver fetches the bytes when it has room for them.
  static long offer(long endpoint, int id, long header, long headerBytes, long from, long bytes) {
    try {
      return (long)
          SEND.invokeExact(endpoint, id, header, headerBytes, from, bytes, RENDEZVOUS_PARAM);
    } catch (Throwable thrown) {
      throw failed("ucp_am_send_nbx", thrown);
    }
  }

  /// Begins to receive the bytes of an arrival that stays.
  static long receive(long worker, long arrival, long to, long bytes) {
    try {
      return (long) RECEIVE.invokeExact(worker, arrival, to, bytes, NO_PARAM);
    } catch (Throwable thrown) {
      throw failed("ucp_am_recv_data_nbx", thrown);
    }
  }

  /// Begins to send all that is under way; the request is done when other workers have it.
  static long flush(long worker) {
    try {
      return (long) WORKER_FLUSH.invokeExact(worker, NO_PARAM);
    } catch (Throwable thrown) {
      throw failed("ucp_worker_flush_nbx", thrown);
    }
  }

  /// The status of a request.
  static byte status(long request) {
    try {
      return (byte) CHECK.invokeExact(request);
    } catch (Throwable thrown) {
      throw failed("ucp_request_check_status", thrown);
    }
  }

  /// Releases a request.
  static void free(long request) {
    try {
      FREE.invokeExact(request);
    } catch (Throwable thrown) {
      throw failed("ucp_request_free", thrown);
    }
  }
}
