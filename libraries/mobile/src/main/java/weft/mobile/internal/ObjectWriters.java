// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal;

import weft.codec.Writer;

/// A stack of reusable writers. While a send waits for room, handlers run and may send too. Their
/// sends end in the opposite order, so a stack suffices.
public final class ObjectWriters {
  private Writer[] writers = {new Writer(), new Writer(), new Writer(), new Writer()};
  private int taken;

  /// A stack of empty writers.
  public ObjectWriters() {}

  /// Takes an empty writer, until [#give].
  public Writer take() {
    if (taken == writers.length) {
      var more = new Writer[2 * taken];
      System.arraycopy(writers, 0, more, 0, taken);
      for (int i = taken; i < more.length; i++) {
        more[i] = new Writer();
      }
      writers = more;
    }
    return writers[taken++];
  }

  /// Returns the writer that was taken last.
  public void give() {
    writers[--taken].clear();
  }
}
