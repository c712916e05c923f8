// SPDX-License-Identifier: Apache-2.0
package weft;

/// A registered heap had no room. Nothing was allocated, and the heap stays usable.
public final class HeapExhaustedException extends WeftException {
  private static final long serialVersionUID = 1;

  /// An exception with a sentence that gives the sizes.
  public HeapExhaustedException(String message) {
    super(message);
  }
}
