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

/// Machine instructions for the few cases that Java cannot express.
@SuppressWarnings("restricted") // Availability is checked first.
final class MachineCode {
  private static final int READ_WRITE = 1 | 2;
  private static final int READ_EXECUTE = 1 | 4;
  private static final int PRIVATE_ANONYMOUS = 2 | 0x20;

  private MachineCode() {}

  /// Returns the address of the code of `listing`: a line for each instruction, with its bytes in
  /// hexadecimal digits and a comment after a semicolon. The code exists until the process ends.
  /// Returns null if code cannot be called. That is so on systems other than Linux on x86-64, and
  /// on hardened systems that allow no executable memory. It is also so if this module was not
  /// given native access, because using it anyway would print a warning.
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
      return null; // Code that cannot be called is not used.
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
