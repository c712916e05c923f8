// SPDX-License-Identifier: Apache-2.0
package weft.random.channels;

import org.jspecify.annotations.Nullable;
import weft.random.channels.Plan.Node;
import weft.random.channels.Plan.Way;

/// What records hold, which their nodes determine.
final class Contents {
  static final byte[] EMPTY = {};

  private Contents() {}

  /// The payload of a record.
  static byte[] of(Node node) {
    if (node.bytes == 0) {
      return EMPTY;
    }
    var bytes = new byte[node.bytes];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = Plan.at(node.key, i);
    }
    return bytes;
  }

  /// Fails if a record holds something else.
  static void check(Node node, long check, byte @Nullable [] payload) {
    boolean words = node.way == Way.PAIRS || node.way == Way.REQUESTS;
    Violation.unless(!words || check == node.key, "%s has the key %d", node, check);
    if (payload != null) {
      Violation.unless(payload.length == node.bytes, "%s has %d bytes", node, payload.length);
      for (int i = 0; i < payload.length; i++) {
        Violation.unless(payload[i] == Plan.at(node.key, i), "byte %d of %s is wrong", i, node);
      }
    }
  }
}
