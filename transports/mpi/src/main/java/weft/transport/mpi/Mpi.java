// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import weft.WeftException;

/// The MPI calls that Weft makes, as static methods over constant method handles, so that the
/// compiler can inline them. Addresses and handles are passed as words.
///
/// Only the thread that called [#init] may use it: MPI_THREAD_FUNNELED.
final class Mpi {
  private static final int FUNNELED = 1;
  private static final int SUCCESS = 0;
  private static final int MOST_TEXT = 8192;

  /// The least tag limit that the standard guarantees.
  private static final int LEAST_TAG_LIMIT = 32_767;

  private static final MpiLibrary LIBRARY = MpiLibrary.find(System.getenv());

  /// The constants of the library in use.
  static final Abi ABI = Abi.of(version(LIBRARY), LIBRARY);

  private static final MethodHandle INIT =
      LIBRARY.function("MPI_Init_thread", JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG);
  private static final MethodHandle INITIALIZED = LIBRARY.function("MPI_Initialized", JAVA_LONG);
  private static final MethodHandle FINALIZE = LIBRARY.function("MPI_Finalize");
  private static final MethodHandle RANK = LIBRARY.function("MPI_Comm_rank", JAVA_LONG, JAVA_LONG);
  private static final MethodHandle SIZE = LIBRARY.function("MPI_Comm_size", JAVA_LONG, JAVA_LONG);
  private static final MethodHandle DUP = LIBRARY.function("MPI_Comm_dup", JAVA_LONG, JAVA_LONG);
  private static final MethodHandle SET_ERRHANDLER =
      LIBRARY.function("MPI_Comm_set_errhandler", JAVA_LONG, JAVA_LONG);
  private static final MethodHandle ERROR_STRING =
      LIBRARY.function("MPI_Error_string", JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle ISEND =
      LIBRARY.function(
          "MPI_Isend", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle ISSEND =
      LIBRARY.function(
          "MPI_Issend", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle IRECV =
      LIBRARY.function(
          "MPI_Irecv", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle TEST =
      LIBRARY.function("MPI_Test", JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle CANCEL = LIBRARY.function("MPI_Cancel", JAVA_LONG);
  private static final MethodHandle GET_COUNT =
      LIBRARY.shortFunction("MPI_Get_count", JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle GET_ATTR =
      LIBRARY.function("MPI_Comm_get_attr", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle IBARRIER =
      LIBRARY.function("MPI_Ibarrier", JAVA_LONG, JAVA_LONG);
  private static final MethodHandle ALLGATHER =
      LIBRARY.function(
          "MPI_Allgather",
          JAVA_LONG,
          JAVA_INT,
          JAVA_LONG,
          JAVA_LONG,
          JAVA_INT,
          JAVA_LONG,
          JAVA_LONG);

  /// The buffer for results that Java reads at once.
  private static final MemorySegment WORDS = Arena.global().allocate(128, 64);

  private static final long STATUS = WORDS.address() + 64;

  private Mpi() {}

  private static String version(MpiLibrary library) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(MOST_TEXT);
      MemorySegment length = arena.allocate(JAVA_INT);
      MethodHandle version = library.function("MPI_Get_library_version", JAVA_LONG, JAVA_LONG);
      int _ = (int) version.invokeExact(text.address(), length.address());
      return text.getString(0);
    } catch (WeftException e) {
      throw e;
    } catch (Throwable thrown) {
      throw failed("MPI_Get_library_version", thrown);
    }
  }

  private static IllegalStateException failed(String call, Throwable thrown) {
    return new IllegalStateException(call + " could not be called", thrown);
  }

  /// Throws unless `code` means success.
  private static void check(String call, int code) {
    if (code != SUCCESS) {
      throw new MpiException(call + " failed: " + error(code));
    }
  }

  private static String error(int code) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(MOST_TEXT);
      MemorySegment length = arena.allocate(JAVA_INT);
      int _ = (int) ERROR_STRING.invokeExact(code, text.address(), length.address());
      return text.getString(0);
    } catch (Throwable thrown) {
      return "error " + code;
    }
  }

  /// Whether the library has been initialized in this process.
  static boolean isInitialized() {
    try {
      check("MPI_Initialized", (int) INITIALIZED.invokeExact(WORDS.address()));
      return WORDS.get(JAVA_INT, 0) != 0;
    } catch (Throwable thrown) {
      throw rethrow("MPI_Initialized", thrown);
    }
  }

  /// Initializes the library for this thread alone. Collective.
  static void init() {
    try {
      check("MPI_Init_thread", (int) INIT.invokeExact(0L, 0L, FUNNELED, WORDS.address()));
    } catch (Throwable thrown) {
      throw rethrow("MPI_Init_thread", thrown);
    }
    int provided = WORDS.get(JAVA_INT, 0);
    if (provided < FUNNELED) {
      throw new MpiException(
          "this MPI library does not support threads in a process (MPI_THREAD_FUNNELED)");
    }
  }

  /// Finalizes the library. Collective.
  static void end() {
    try {
      check("MPI_Finalize", (int) FINALIZE.invokeExact());
    } catch (Throwable thrown) {
      throw rethrow("MPI_Finalize", thrown);
    }
  }

  /// The largest tag.
  @SuppressWarnings("restricted") // the attribute is an address
  static int largestTag() {
    long address = WORDS.address();
    try {
      check(
          "MPI_Comm_get_attr",
          (int) GET_ATTR.invokeExact(ABI.world(), ABI.tagLimit(), address, address + Long.BYTES));
    } catch (Throwable thrown) {
      throw rethrow("MPI_Comm_get_attr", thrown);
    }
    if (WORDS.get(JAVA_INT, Long.BYTES) == 0) {
      return LEAST_TAG_LIMIT;
    }
    return MemorySegment.ofAddress(WORDS.get(JAVA_LONG, 0))
        .reinterpret(Integer.BYTES)
        .get(JAVA_INT, 0);
  }

  /// This process's rank in `communicator`.
  static int rank(long communicator) {
    try {
      check("MPI_Comm_rank", (int) RANK.invokeExact(communicator, WORDS.address()));
      return WORDS.get(JAVA_INT, 0);
    } catch (Throwable thrown) {
      throw rethrow("MPI_Comm_rank", thrown);
    }
  }

  /// The number of processes in `communicator`.
  static int size(long communicator) {
    try {
      check("MPI_Comm_size", (int) SIZE.invokeExact(communicator, WORDS.address()));
      return WORDS.get(JAVA_INT, 0);
    } catch (Throwable thrown) {
      throw rethrow("MPI_Comm_size", thrown);
    }
  }

  /// A duplicate of `communicator` that returns errors. Collective.
  static long duplicate(long communicator) {
    try {
      WORDS.set(JAVA_LONG, 0, 0);
      check("MPI_Comm_dup", (int) DUP.invokeExact(communicator, WORDS.address()));
      long made = WORDS.get(JAVA_LONG, 0);
      returnErrors(made);
      return made;
    } catch (Throwable thrown) {
      throw rethrow("MPI_Comm_dup", thrown);
    }
  }

  /// Makes calls on `communicator` return their errors instead of ending the process.
  static void returnErrors(long communicator) {
    try {
      check(
          "MPI_Comm_set_errhandler",
          (int) SET_ERRHANDLER.invokeExact(communicator, ABI.returnErrors()));
    } catch (Throwable thrown) {
      throw rethrow("MPI_Comm_set_errhandler", thrown);
    }
  }

  /// Begins to send `bytes` bytes at `address`; the request is stored at `request`.
  static void send(long address, int bytes, int target, int tag, long communicator, long request) {
    try {
      check(
          "MPI_Isend",
          (int) ISEND.invokeExact(address, bytes, ABI.bytes(), target, tag, communicator, request));
    } catch (Throwable thrown) {
      throw rethrow("MPI_Isend", thrown);
    }
  }

  /// Like [#send], but completes only when its receiver has begun to receive.
  static void sendSynchronously(
      long address, int bytes, int target, int tag, long communicator, long request) {
    try {
      check(
          "MPI_Issend",
          (int)
              ISSEND.invokeExact(address, bytes, ABI.bytes(), target, tag, communicator, request));
    } catch (Throwable thrown) {
      throw rethrow("MPI_Issend", thrown);
    }
  }

  /// Begins to receive at most `bytes` bytes at `address`.
  static void receive(
      long address, int bytes, int source, int tag, long communicator, long request) {
    try {
      check(
          "MPI_Irecv",
          (int) IRECV.invokeExact(address, bytes, ABI.bytes(), source, tag, communicator, request));
    } catch (Throwable thrown) {
      throw rethrow("MPI_Irecv", thrown);
    }
  }

  /// Whether the operation of `request` is done. After a receive, [#source], [#tag] and [#count]
  /// describe the message.
  static boolean test(long request) {
    try {
      check("MPI_Test", (int) TEST.invokeExact(request, WORDS.address(), STATUS));
      return WORDS.get(JAVA_INT, 0) != 0;
    } catch (Throwable thrown) {
      throw rethrow("MPI_Test", thrown);
    }
  }

  /// The source of the message received last.
  static int source() {
    return WORDS.get(JAVA_INT, 64 + ABI.source());
  }

  /// The tag of the message received last.
  static int tag() {
    return WORDS.get(JAVA_INT, 64 + ABI.tag());
  }

  /// Cancels a receive that has no message yet; [#test] then reports that it is done.
  static void cancel(long request) {
    try {
      check("MPI_Cancel", (int) CANCEL.invokeExact(request));
    } catch (Throwable thrown) {
      throw rethrow("MPI_Cancel", thrown);
    }
  }

  /// The bytes of the message received last.
  static int count() {
    try {
      check("MPI_Get_count", (int) GET_COUNT.invokeExact(STATUS, ABI.bytes(), WORDS.address()));
      return WORDS.get(JAVA_INT, 0);
    } catch (Throwable thrown) {
      throw rethrow("MPI_Get_count", thrown);
    }
  }

  /// Begins a barrier.
  static void barrier(long communicator, long request) {
    try {
      check("MPI_Ibarrier", (int) IBARRIER.invokeExact(communicator, request));
    } catch (Throwable thrown) {
      throw rethrow("MPI_Ibarrier", thrown);
    }
  }

  /// Gathers `bytes` bytes of every process in the order of ranks. Collective; waits.
  static void allGather(long from, int bytes, long to, long communicator) {
    try {
      check(
          "MPI_Allgather",
          (int)
              ALLGATHER.invokeExact(
                  from, bytes, ABI.bytes(), to, bytes, ABI.bytes(), communicator));
    } catch (Throwable thrown) {
      throw rethrow("MPI_Allgather", thrown);
    }
  }

  private static RuntimeException rethrow(String call, Throwable thrown) {
    if (thrown instanceof MpiException e) {
      return e;
    }
    return failed(call, thrown);
  }
}
