// SPDX-License-Identifier: Apache-2.0
package weft.cli;

/// Thrown when a command cannot do its work. It carries one sentence and an exit code, and no stack
/// trace is printed.
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// The exit code of a wrong command line.
  public static final int USAGE = 2;

  private final int exitCode;

  private CommandException(int exitCode, String sentence) {
    super(sentence);
    this.exitCode = exitCode;
  }

  /// The command line is wrong, or names something that does not exist.
  public static CommandException usage(String sentence) {
    return new CommandException(USAGE, sentence);
  }

  /// The command line was right, but the work failed.
  public static CommandException failure(String sentence) {
    return new CommandException(1, sentence);
  }

  /// The exit code of the command.
  public int exitCode() {
    return exitCode;
  }

  String sentence() {
    return String.valueOf(getMessage());
  }
}
