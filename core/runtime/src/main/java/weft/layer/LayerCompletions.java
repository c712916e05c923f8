// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.internal.rank.Pending;

/// Completions of operations that one of Weft's own libraries carries out.
public final class LayerCompletions {
  private LayerCompletions() {}

  /// Begins an operation of `call` for the completion.
  public static void begin(Completion completion, String call) {
    pending(completion).begin(call);
  }

  /// Marks the completion's operation as done.
  public static void done(Completion completion) {
    pending(completion).done(0);
  }

  /// Marks the completion's operation as done, with this word as [Completion#value].
  public static void done(Completion completion, long value) {
    pending(completion).done(value);
  }

  /// Marks the completion's operation as done, with this object as [#result].
  public static void doneWith(Completion completion, @Nullable Object result) {
    pending(completion).done(result);
  }

  /// The object of [#doneWith]; throws the operation's failure.
  public static @Nullable Object result(Completion completion) {
    return pending(completion).result();
  }

  /// The call of the completion's operation, for messages.
  public static String call(Completion completion) {
    return pending(completion).call();
  }

  /// Marks the completion's operation as failed.
  public static void failed(Completion completion, RuntimeException failure) {
    pending(completion).failed(failure);
  }

  private static Pending pending(Completion completion) {
    return LayerAccess.get().pending(completion);
  }
}
