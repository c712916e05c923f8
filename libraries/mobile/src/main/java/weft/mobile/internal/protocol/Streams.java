// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import weft.codec.Reader;
import weft.codec.Writer;

/// The message numbers of an index of an array, which outlive its element: other objects and ranks
/// number their messages to the index on, whichever element has it.
///
/// @param expect per sender: the number of its next message to the index
/// @param next per object: the number of the next message to it from the element with the index
record Streams(LongMap expect, LongMap next) {
  Streams() {
    this(new LongMap(), new LongMap());
  }

  void write(Writer out) {
    expect.write(out);
    next.write(out);
  }

  static Streams read(Reader in) {
    var streams = new Streams();
    streams.expect.read(in);
    streams.next.read(in);
    return streams;
  }
}
