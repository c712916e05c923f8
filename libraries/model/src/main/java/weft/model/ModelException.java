// SPDX-License-Identifier: Apache-2.0
package weft.model;

/// A question that the model cannot answer, or a profile that it cannot use. The message says why,
/// and what to do.
public final class ModelException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /// Creates the exception with a sentence for the user.
  public ModelException(String message) {
    super(message);
  }
}
