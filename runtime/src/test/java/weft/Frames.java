// SPDX-License-Identifier: Apache-2.0
package weft;

/// Frames for tests of what passes them on.
public final class Frames {
  private Frames() {}

  /// One that shows nothing.
  public static Frame empty() {
    return new Frame();
  }
}
