// SPDX-License-Identifier: Apache-2.0
package weft;

import org.jspecify.annotations.Nullable;

/// Thrown at the caller when a called handler threw: see [Call] and [LongCall]. The job continues.
/// Its message names the exception and its rank, with the remote stack.
public final class RemoteException extends WeftException {
  private static final long serialVersionUID = 1;

  private final int rank;
  private final String handler;
  private final String className;
  private final @Nullable String remoteMessage;
  private final String remoteStack;

  RemoteException(
      int rank,
      String handler,
      String className,
      @Nullable String remoteMessage,
      String remoteStack) {
    super(
        "\""
            + handler
            + "\" threw "
            + className
            + " at rank "
            + rank
            + (remoteMessage == null ? "" : ": " + remoteMessage)
            + ("\n" + remoteStack.stripTrailing()).replace("\n", "\n    at rank " + rank + ": "));
    this.rank = rank;
    this.handler = handler;
    this.className = className;
    this.remoteMessage = remoteMessage;
    this.remoteStack = remoteStack;
  }

  /// The rank at which it was thrown.
  public int rank() {
    return rank;
  }

  /// The name of the handler that threw.
  public String handler() {
    return handler;
  }

  /// The class of the exception thrown there.
  public String className() {
    return className;
  }

  /// The message of the exception thrown there.
  public @Nullable String remoteMessage() {
    return remoteMessage;
  }

  /// The remote stack, and those of the causes, one frame per line.
  public String remoteStack() {
    return remoteStack;
  }
}
