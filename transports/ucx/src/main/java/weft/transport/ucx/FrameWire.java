// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

/// A network that carries frames and payloads between ranks. It loses and doubles nothing, and it
/// keeps no order: two frames may overtake each other, and a payload its announcement.
///
/// Only the rank's thread calls it.
interface FrameWire {
  /// Frame: whole records of a ring, and their position.
  int RECORDS = 1;

  /// Frame: the position up to which a ring is consumed, without bytes.
  int CREDIT = 2;

  /// The handle of a transfer that is done.
  long DONE = 0;

  /// Takes what arrives. [#progress] calls it, and so may any other call.
  interface Receiver {
    /// The frame `kind` with `bytes` bytes at `address` has arrived, which are valid until this
    /// returns.
    void frame(int kind, int source, long position, long address, int bytes);

    /// A payload of `bytes` bytes wants to arrive, the `number`-th from `source`. It waits until
    /// [FrameWire#pull] gets `handle`.
    void payload(int source, long number, long handle, long bytes);

    /// What was sent to `peer` may be lost.
    void broken(int peer, String why);
  }

  /// Sends a frame whose bytes must not change until it has arrived. Returns false, and sends
  /// nothing, if too many frames to `target` are still under way.
  boolean send(int kind, int target, long position, long address, int bytes);

  /// Begins to send a payload, the `number`-th for `target`; one at a time. Returns the handle of
  /// the transfer.
  long push(int target, long number, long address, long bytes);

  /// Begins to receive the payload with `handle` from `source`. Returns the handle of the transfer.
  long pull(int source, long handle, long address, long bytes);

  /// Whether a transfer with `peer` is done, whose handle is [#DONE] from then on.
  boolean isDone(long transfer, int peer);

  /// Moves what can be moved.
  void progress();

  /// Whether nothing is under way from this rank.
  boolean isQuiet();

  /// Prepares sleep: from now on [#descriptor] can be read once there is news. Returns false if
  /// there is news now.
  boolean arm();

  /// The descriptor for [#arm]; negative if there never is any news.
  int descriptor();

  /// Releases the network.
  ///
  /// @param isOrderly whether nothing is lost by that on any rank
  void close(boolean isOrderly);

  /// The network of a rank that carries nothing.
  FrameWire NONE =
      new FrameWire() {
        @Override
        public boolean send(int kind, int target, long position, long address, int bytes) {
          throw new IllegalStateException("rank " + target + " is reached without a network");
        }

        @Override
        public long push(int target, long number, long address, long bytes) {
          throw new IllegalStateException("rank " + target + " is reached without a network");
        }

        @Override
        public long pull(int source, long handle, long address, long bytes) {
          throw new IllegalStateException("rank " + source + " is reached without a network");
        }

        @Override
        public boolean isDone(long transfer, int peer) {
          return transfer == DONE;
        }

        @Override
        public void progress() {}

        @Override
        public boolean isQuiet() {
          return true;
        }

        @Override
        public boolean arm() {
          return true;
        }

        @Override
        public int descriptor() {
          return -1;
        }

        @Override
        public void close(boolean isOrderly) {}
      };
}
