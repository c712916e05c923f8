// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import org.jspecify.annotations.Nullable;
import weft.WeftException;

/// Thrown when a value cannot be encoded, or bytes are not what the codec would have written.
public final class CodecException extends WeftException {
  private static final long serialVersionUID = 1;

  /// An exception with a sentence.
  public CodecException(String message) {
    super(message);
  }

  /// An exception with a sentence and a cause.
  public CodecException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
