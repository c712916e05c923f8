// SPDX-License-Identifier: Apache-2.0
package weft.accelerate;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Instructions for the processor, where a few are wanted that Java has no words for.
@SuppressWarnings("restricted") // asked first
final class MachineCode {
  private static final int READ_WRITE = 1 | 2;
  private static final int READ_EXECUTE = 1 | 4;
  private static final int PRIVATE_ANONYMOUS = 2 | 0x20;

  private MachineCode() {}

  /// Where `listing` can be called: a line for each instruction, its bytes in hexadecimal digits,
  /// and a comment after a semicolon. It stays for as long as this process. Null where it cannot:
  /// on other systems than Linux on x86-64, where this module was not given native access (asking
  /// for it all the same would print a warning), and where the system has no memory that can be
  /// executed, as some that are hardened.
  static @Nullable MemorySegment callable(String listing) {
    if (!System.getProperty("os.arch").equals("amd64")
        || !System.getProperty("os.name").equals("Linux")
        || !MachineCode.class.getModule().isNativeAccessEnabled()) {
      return null;
    }
    byte[] code = bytes(listing);
    try {
      MethodHandle map =
          function(
              "mmap",
              FunctionDescriptor.of(
                  JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
      MethodHandle protect =
          function("mprotect", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));
      long at =
          (long) map.invokeExact(0L, (long) code.length, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
      if (at == -1) {
        return null;
      }
      MemorySegment memory = MemorySegment.ofAddress(at).reinterpret(code.length);
      MemorySegment.copy(code, 0, memory, JAVA_BYTE, 0, code.length);
      int refused = (int) protect.invokeExact(at, (long) code.length, READ_EXECUTE);
      return refused == 0 ? memory : null;
    } catch (Throwable e) {
      return null; // What cannot be called is done without.
    }
  }

  private static MethodHandle function(String name, FunctionDescriptor type) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
  }

  private static byte[] bytes(String listing) {
    var digits = new StringBuilder();
    listing.lines().forEach(line -> digits.append(line.split(";", 2)[0]));
    return HexFormat.of().parseHex(digits.toString().replace(" ", ""));
  }
}
