// SPDX-License-Identifier: Apache-2.0
package weft.options;

/// The command line contains `--help`. The message is the help: print it on standard output.
public final class HelpWanted extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String text;

  HelpWanted(String text) {
    super(text, null, false, false);
    this.text = text;
  }

  /// The help, whole lines.
  public String text() {
    return text;
  }
}
