// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/// A message between a [HostParent] and the launcher, which the pipe of `ssh` carries.
///
/// @param kind what it means
/// @param rank the rank that it is about; 0 if none
/// @param bytes its content
@SuppressWarnings("ArrayRecordComponent") // never compared
record HostFrame(Kind kind, int rank, byte[] bytes) {
  static final byte[] NOTHING = {};

  /// The most bytes of a frame; a longer one is an error.
  private static final int MOST = 1 << 28;

  private static final Kind[] KINDS = Kind.values();

  /// What a frame means.
  enum Kind {
    /// To a parent: start these ranks, a [HostTask].
    START,
    /// To a parent: what all ranks have contributed to an all-gather.
    GATHERED,
    /// To a parent: no more all-gather, since a rank will not join.
    ABANDON,
    /// To a parent: standard input of rank 0; empty at its end.
    INPUT,
    /// To a parent: ask all ranks to end.
    TERMINATE,
    /// To the parent of rank 0: ask that rank what all ranks do.
    INQUIRE,
    /// From a parent: it is there.
    READY,
    /// From a parent: standard output of a rank.
    OUT,
    /// From a parent: standard error of a rank.
    ERR,
    /// From a parent: what its ranks contribute to an all-gather.
    CONTRIBUTED,
    /// From a parent: rank 0 has taken its last input, and may get more.
    TAKEN,
    /// From a parent: a rank has ended, with the exit code and the number of its [JoinStage], in
    /// four bytes each.
    ENDED,
    /// From a parent: a rank cannot join, for this reason.
    CANNOT_JOIN,
    /// From a parent: what all ranks do; empty if rank 0 does not say yet.
    DESCRIBED,
    /// From a parent: its ranks could not be started, for this reason.
    FAILED,
    /// From a parent: a signal has asked it to end, as `weft stop` does on its host. The whole job
    /// ends.
    STOPPED,
    /// From a parent: nothing, so that the kernel notices if the other host is gone.
    PING
  }

  /// Reads one, or waits for it.
  ///
  /// @throws java.io.EOFException at the end
  static HostFrame read(DataInputStream in) throws IOException {
    int kind = in.readUnsignedByte();
    int rank = in.readInt();
    int length = in.readInt();
    if (kind >= KINDS.length || length < 0 || length > MOST) {
      throw new IOException("it has sent what is not a message of Weft");
    }
    var bytes = new byte[length];
    in.readFully(bytes);
    return new HostFrame(KINDS[kind], rank, bytes);
  }

  /// Writes one. Several threads may call this.
  static void write(DataOutputStream out, Kind kind, int rank, byte[] bytes, int length)
      throws IOException {
    synchronized (out) {
      out.writeByte(kind.ordinal());
      out.writeInt(rank);
      out.writeInt(length);
      out.write(bytes, 0, length);
      out.flush();
    }
  }
}
