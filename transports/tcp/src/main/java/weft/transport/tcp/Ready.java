// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import java.nio.channels.SelectionKey;

/// A channel that the selector of a rank watches. It is the attachment of its key.
interface Ready {
  /// Called when the channel is ready. It throws nothing: it knows what a failure means.
  void ready(SelectionKey key);
}
