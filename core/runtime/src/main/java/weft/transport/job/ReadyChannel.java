// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.nio.channels.SelectionKey;

/// A channel that a selector watches. It is the attachment of its key.
@FunctionalInterface
public interface ReadyChannel {
  /// Called when the channel is ready. It throws nothing: it knows what a failure means.
  void ready(SelectionKey key);
}
