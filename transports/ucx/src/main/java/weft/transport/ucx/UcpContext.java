// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// The UCX calls by which a process begins to use the library. A context is a word.
final class UcpContext {
  // The version whose interface is used: ucp_init itself is an inline function of C.
  private static final int MAJOR = 1;
  private static final int MINOR = 13;

  // ucp_params_t: mask, features.
  private static final int PARAMS = 80;
  private static final long FEATURES = 1;
  private static final long ACTIVE_MESSAGES = 1 << 6;
  private static final long WAKEUP = 1 << 4;

  private static final MethodHandle VERSION =
      Ucp.LIBRARY.procedure("ucp_get_version", JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle CONFIG_READ =
      Ucp.LIBRARY.function(JAVA_BYTE, "ucp_config_read", JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle CONFIG_MODIFY =
      Ucp.LIBRARY.function(JAVA_BYTE, "ucp_config_modify", JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle CONFIG_RELEASE =
      Ucp.LIBRARY.procedure("ucp_config_release", JAVA_LONG);
  private static final MethodHandle INIT =
      Ucp.LIBRARY.function(
          JAVA_BYTE, "ucp_init_version", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle CLEANUP = Ucp.LIBRARY.procedure("ucp_cleanup", JAVA_LONG);
  private static final MethodHandle PRINT_INFO =
      Ucp.LIBRARY.procedure("ucp_context_print_info", JAVA_LONG, JAVA_LONG);

  private UcpContext() {}

  /// The version, such as 1.13.1.
  static String version() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment numbers = arena.allocate(JAVA_INT, 3);
      long address = numbers.address();
      VERSION.invokeExact(address, address + 4, address + 8);
      return numbers.get(JAVA_INT, 0)
          + "."
          + numbers.get(JAVA_INT, 4)
          + "."
          + numbers.get(JAVA_INT, 8);
    } catch (Throwable thrown) {
      throw Ucp.failed("ucp_get_version", thrown);
    }
  }

  /// A context for active messages.
  ///
  /// @param networks the value of `UCX_TLS`; empty for the library's own
  /// @param devices the value of `UCX_NET_DEVICES`; empty for the library's own
  /// @throws UcxException if the library finds no device for them
  static long open(String networks, String devices) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment word = arena.allocate(JAVA_LONG);
      Ucp.check("ucp_config_read", (byte) CONFIG_READ.invokeExact(0L, 0L, word.address()));
      long config = word.get(JAVA_LONG, 0);
      modify(arena, config, "TLS", networks);
      modify(arena, config, "NET_DEVICES", devices);
      MemorySegment params = arena.allocate(PARAMS, 8);
      params.set(JAVA_LONG, 0, FEATURES);
      params.set(JAVA_LONG, 8, ACTIVE_MESSAGES | WAKEUP);
      byte status = (byte) INIT.invokeExact(MAJOR, MINOR, params.address(), config, word.address());
      CONFIG_RELEASE.invokeExact(config);
      Ucp.check("ucp_init", status);
      return word.get(JAVA_LONG, 0);
    } catch (Throwable thrown) {
      throw Ucp.rethrow("ucp_init", thrown);
    }
  }

  private static void modify(Arena arena, long config, String name, String value) throws Throwable {
    if (!value.isEmpty()) {
      long key = arena.allocateFrom(name).address();
      long text = arena.allocateFrom(value).address();
      Ucp.check("ucp_config_modify " + name, (byte) CONFIG_MODIFY.invokeExact(config, key, text));
    }
  }

  /// Releases a context.
  static void close(long context) {
    try {
      CLEANUP.invokeExact(context);
    } catch (Throwable thrown) {
      throw Ucp.failed("ucp_cleanup", thrown);
    }
  }

  /// Writes what the context uses to `stream`, a `FILE` of the C library.
  static void print(long context, long stream) {
    try {
      PRINT_INFO.invokeExact(context, stream);
    } catch (Throwable thrown) {
      throw Ucp.failed("ucp_context_print_info", thrown);
    }
  }
}
