// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import org.jspecify.annotations.Nullable;
import weft.WeftException;

/// Thrown when a value cannot be encoded, or bytes do not have the codec's format.
public final class CodecException extends WeftException {
  private static final long serialVersionUID = 1;

  /// An exception with the given message.
  public CodecException(String message) {
    super(message);
  }

  /// The exception for `what`, which an exception of a codec has caused. Its methods may throw,
  /// too.
  static CodecException of(String what, RuntimeException cause) {
    String text;
    try {
      text = cause.toString();
    } catch (RuntimeException _) {
      text = cause.getClass().getName();
    }
    return new CodecException(what + ": " + text, cause);
  }

  /// An exception with the given message and cause.
  public CodecException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
