// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

/// What a part of a program does that it should not.
enum Deed {
  /// Nothing unusual.
  NOTHING,
  WAIT("World.pollUntil was called"),
  QUIESCE("World.quiesce was called"),
  COLLECTIVE("Group.barrier was called"),
  STEP("MobileObjects.step was called"),
  POLL("World.poll was called"),
  SEND("a send of \"ping\" was called"),
  PUSH_TO_OBJECT("a send of \"hit\" to an object was called"),
  CREATE("MobileType.create was called"),
  THROW("on purpose"),
  THROW_ERROR("an error on purpose"),
  THROW_ODD("Deed$OddException"),
  THROW_WITHOUT_STACK("Deed$NoStackException");

  /// What the failure says.
  final String said;

  Deed() {
    this("");
  }

  Deed(String said) {
    this.said = said;
  }

  /// Whether a part that runs as a handler does may do it.
  boolean isOfHandlers() {
    return this == POLL || this == SEND || this == PUSH_TO_OBJECT || this == CREATE;
  }

  /// Whether it throws an exception of its own.
  boolean isThrown() {
    return ordinal() >= THROW.ordinal();
  }

  /// Each of its methods throws.
  static final class OddException extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no message");
    }

    @Override
    public String toString() {
      throw new IllegalStateException("no text");
    }

    @Override
    public synchronized Throwable getCause() {
      throw new IllegalStateException("no cause");
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      throw new IllegalStateException("no stack");
    }
  }

  /// Has neither a message nor a stack.
  @SuppressWarnings("NullAway") // null on purpose
  static final class NoStackException extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      return null;
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      return null;
    }
  }
}
