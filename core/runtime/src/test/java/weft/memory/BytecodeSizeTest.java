// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// The sizes of methods that must not be inlined. A method that shrinks below the limit makes
/// others slower, and no other test sees it.
final class BytecodeSizeTest {
  /// HotSpot inlines a hot call of up to this size: `-XX:FreqInlineSize` on x86-64 and aarch64.
  private static final int INLINED = 325;

  private static int size(Class<?> type, String method) throws IOException {
    try (InputStream file =
        Objects.requireNonNull(type.getResourceAsStream(type.getSimpleName() + ".class"))) {
      ClassModel read = ClassFile.of().parse(file.readAllBytes());
      MethodModel found =
          read.methods().stream()
              .filter(it -> it.methodName().equalsString(method))
              .findFirst()
              .orElseThrow();
      return ((CodeAttribute) found.code().orElseThrow()).codeLength();
    }
  }

  @Test
  void anEmptyPollDoesNotContainTheReadingOfRecords() throws IOException {
    assertThat(size(RingReader.class, "drain"))
        .as(
            "bytes of RingReader.drain; if it is shorter, keep it out of the callers in another way"
                + " and measure an empty poll (docs/hot-path.md)")
        .isGreaterThan(INLINED);
  }
}
