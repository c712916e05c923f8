// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What WholeLines forwards does not depend on where the pieces end.
class WholeLinesTest {
  private static final String DROPPED =
      "Runtime.exit(143) logging failed: Cannot invoke \"Module.getClassLoader()\"\n";

  private static String forwarded(String text, String tag, int piece) {
    var out = new ByteArrayOutputStream();
    var lines = new WholeLines(new LineSink(new PrintStream(out, true, UTF_8)), tag);
    byte[] bytes = text.getBytes(UTF_8);
    for (int at = 0; at < bytes.length; at += piece) {
      lines.add(bytes, at, Math.min(piece, bytes.length - at));
      lines.pass();
    }
    lines.end();
    return out.toString(UTF_8);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 1000})
  void linesAreForwardedWhole(int piece) {
    assertThat(forwarded("one\n\ntwo\nrest", "", piece)).isEqualTo("one\n\ntwo\nrest");
    assertThat(forwarded("one\n\ntwo\nrest", "[3] ", piece))
        .isEqualTo("[3] one\n[3] \n[3] two\n[3] rest\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 1000})
  void theLineOfAJvmThatIsEndedWhileItStartsIsDropped(int piece) {
    assertThat(forwarded("a\n" + DROPPED + DROPPED + "b\n" + DROPPED, "", piece))
        .isEqualTo("a\nb\n");
    assertThat(forwarded(DROPPED + "b\n", "[3] ", piece)).isEqualTo("[3] b\n");
    String quoted = "it says " + DROPPED;
    assertThat(forwarded(quoted, "", piece)).isEqualTo(quoted);
  }
}
