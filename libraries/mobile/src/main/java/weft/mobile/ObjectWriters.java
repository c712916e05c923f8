// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import weft.codec.Writer;

/// A stack of reusable writers. While a send waits for room, handlers run and may send too. Their
/// sends end in the opposite order, so a stack suffices.
final class ObjectWriters {
  private Writer[] writers = {new Writer(), new Writer(), new Writer(), new Writer()};
  private int taken;

  /// Takes an empty writer, until [#give].
  Writer take() {
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
  void give() {
    writers[--taken].clear();
  }
}
