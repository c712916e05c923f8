// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// Runs the command in this JVM and keeps what it prints.
public final class Console {
  private final ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
  public final PrintStream out = new PrintStream(outBytes, true, StandardCharsets.UTF_8);
  public final PrintStream err = new PrintStream(errBytes, true, StandardCharsets.UTF_8);

  public int weft(String... args) {
    return new Main(out, err).run(args);
  }

  public String out() {
    return outBytes.toString(StandardCharsets.UTF_8);
  }

  public String err() {
    return errBytes.toString(StandardCharsets.UTF_8);
  }
}
