// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.function.LongConsumer;

/// The calls of the C library that Java has no counterpart for: UCX's descriptors are not Java's.
/// Addresses are passed as words. The constants are those of Linux on x86-64 and aarch64.
@SuppressWarnings("restricted") // this module is for native calls
final class Libc {
  private static final Linker LINKER = Linker.nativeLinker();

  private static final MethodHandle SETENV = function("setenv", JAVA_LONG, JAVA_LONG, JAVA_INT);
  private static final MethodHandle POLL = function("poll", JAVA_LONG, JAVA_LONG, JAVA_INT);
  private static final MethodHandle SOCKET = function("socket", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle BIND = function("bind", JAVA_INT, JAVA_LONG, JAVA_INT);
  private static final MethodHandle GETSOCKNAME =
      function("getsockname", JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle SENDTO =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("sendto"),
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT));
  private static final MethodHandle RECV =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("recv"),
          FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));
  private static final MethodHandle CLOSE = function("close", JAVA_INT);
  private static final MethodHandle EXIT =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("_exit"), FunctionDescriptor.ofVoid(JAVA_INT));

  private Libc() {}

  private static MethodHandle function(String name, MemoryLayout... arguments) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(JAVA_INT, arguments));
  }

  private static IllegalStateException failed(String call, Throwable thrown) {
    return new IllegalStateException(call + " could not be called", thrown);
  }

  /// Sets a variable in this process's environment as native code sees it, unless it is set.
  static void setenv(String variable, String value) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(variable);
      MemorySegment text = arena.allocateFrom(value);
      int _ = (int) SETENV.invokeExact(name.address(), text.address(), 0);
    } catch (Throwable thrown) {
      throw failed("setenv", thrown);
    }
  }

  /// Waits until one of `count` descriptors is ready, for `millis` at most. `descriptors` is an
  /// array of `struct pollfd`.
  static void poll(long descriptors, int count, int millis) {
    try {
      int _ = (int) POLL.invokeExact(descriptors, (long) count, millis);
    } catch (Throwable thrown) {
      throw failed("poll", thrown);
    }
  }

  static int socket(int family, int type) {
    try {
      return (int) SOCKET.invokeExact(family, type, 0);
    } catch (Throwable thrown) {
      throw failed("socket", thrown);
    }
  }

  static int bind(int socket, long address, int bytes) {
    try {
      return (int) BIND.invokeExact(socket, address, bytes);
    } catch (Throwable thrown) {
      throw failed("bind", thrown);
    }
  }

  static int getsockname(int socket, long address, long bytes) {
    try {
      return (int) GETSOCKNAME.invokeExact(socket, address, bytes);
    } catch (Throwable thrown) {
      throw failed("getsockname", thrown);
    }
  }

  static long sendto(int socket, long from, long bytes, int flags, long address, int size) {
    try {
      return (long) SENDTO.invokeExact(socket, from, bytes, flags, address, size);
    } catch (Throwable thrown) {
      throw failed("sendto", thrown);
    }
  }

  static long recv(int socket, long to, long bytes, int flags) {
    try {
      return (long) RECV.invokeExact(socket, to, bytes, flags);
    } catch (Throwable thrown) {
      throw failed("recv", thrown);
    }
  }

  static void close(int descriptor) {
    try {
      int _ = (int) CLOSE.invokeExact(descriptor);
    } catch (Throwable thrown) {
      throw failed("close", thrown);
    }
  }

  /// Ends this process at once, without the exit handlers of libraries: those of UCX run while its
  /// threads do. Does not return.
  static void exit(int code) {
    try {
      EXIT.invokeExact(code);
    } catch (Throwable thrown) {
      throw failed("_exit", thrown);
    }
  }

  /// What `writer` writes to the `FILE` whose address it gets.
  static String printed(LongConsumer writer) {
    MethodHandle open =
        LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("open_memstream"),
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment words = arena.allocate(JAVA_LONG, 2);
      long file = (long) open.invokeExact(words.address(), words.address() + Long.BYTES);
      writer.accept(file);
      int _ = (int) function("fclose", JAVA_LONG).invokeExact(file);
      String text = Ucp.ALL.getString(words.get(JAVA_LONG, 0));
      LINKER
          .downcallHandle(
              LINKER.defaultLookup().findOrThrow("free"), FunctionDescriptor.ofVoid(JAVA_LONG))
          .invokeExact(words.get(JAVA_LONG, 0));
      return text;
    } catch (Throwable thrown) {
      throw failed("open_memstream", thrown);
    }
  }
}
