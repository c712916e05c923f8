// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// Runs the command in this JVM and keeps what it prints.
final class Console {
  private final ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
  final PrintStream out = new PrintStream(outBytes, true, StandardCharsets.UTF_8);
  final PrintStream err = new PrintStream(errBytes, true, StandardCharsets.UTF_8);

  int weft(String... args) {
    return new Main(out, err).run(args);
  }

  String out() {
    return outBytes.toString(StandardCharsets.UTF_8);
  }

  String err() {
    return errBytes.toString(StandardCharsets.UTF_8);
  }
}
