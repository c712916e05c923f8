// SPDX-License-Identifier: Apache-2.0
package weft.cli;

/// What a command says when it cannot do what it was asked: one sentence and an exit code, and
/// never a stack trace.
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// The exit code of a command line that is wrong.
  public static final int USAGE = 2;

  private final int exitCode;

  private CommandException(int exitCode, String sentence) {
    super(sentence);
    this.exitCode = exitCode;
  }

  /// The command line is wrong, or names what is not there.
  public static CommandException usage(String sentence) {
    return new CommandException(USAGE, sentence);
  }

  /// The command line was right, and still it could not be done.
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
