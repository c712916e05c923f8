// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import weft.codec.Codec;
import weft.codec.CodecException;
import weft.codec.Reader;

/// A request to objects: a registered handler, seen from the sender. A message reaches its object
/// exactly once, wherever the object is. Messages from one sender to one object are handled in the
/// order in which they were sent, even if both move. A sender is a rank, or an object in its
/// handler.
///
/// A send copies its data. It waits if there is no room, unless it is called from a handler of
/// messages between ranks. A broadcast to a section sends to one element after the other. While it
/// waits, handlers of this rank may send to elements that it has not reached.
///
/// @param <T> the type of the objects
public abstract class MobileRequest<T> {
  static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  final ObjectRank rank;
  final Request request;

  MobileRequest(ObjectRank rank, Request request) {
    this.rank = rank;
    this.request = request;
  }

  /// The name under which the handler was registered.
  public final String name() {
    return request.name();
  }

  /// Says that the handler only reads its object. So an object that was on disk
  /// (`weft.mobile.residence`) and has run no other handler since can leave memory without being
  /// written again. Call it before [weft.World#start]. A handler that changes its object all the
  /// same loses the change.
  public final void reads() {
    rank.layer.calls().checkOpen("MobileRequest.reads");
    if (rank.layer.calls().isStarted()) {
      throw new IllegalStateException(
          "MobileRequest.reads of \""
              + name()
              + "\" was called after World.start on rank "
              + rank.rank()
              + "; call it before");
    }
    request.kind().reading.set(request.number());
  }

  @Override
  public final String toString() {
    return getClass().getSimpleName() + " \"" + name() + "\" of " + request.kind();
  }

  final void words(MobilePointer<T> target, int words, long a, long b, long c) {
    ObjectRank rank = this.rank;
    long at = rank.begin(target, request, 8L * words);
    write(rank.opened(), at, words, a, b, c);
    rank.end();
  }

  final void words(MobileSection<T> targets, int words, long a, long b, long c) {
    for (int i = 0; i < targets.size(); i++) {
      words(targets.at(i), words, a, b, c);
    }
  }

  final void words(MobileArray<T> targets, int words, long a, long b, long c) {
    var payload = new long[words];
    MemorySegment memory = MemorySegment.ofArray(payload);
    write(memory, 0, words, a, b, c);
    targets.broadcast(request, memory, memory.byteSize());
  }

  private static void write(MemorySegment memory, long at, int words, long a, long b, long c) {
    if (words > 0) {
      memory.set(WORD, at, a);
    }
    if (words > 1) {
      memory.set(WORD, at + 8, b);
    }
    if (words > 2) {
      memory.set(WORD, at + 16, c);
    }
  }

  /// Decodes the value of a message. If that fails, the error names the object, the handler and the
  /// sender.
  static <V extends @Nullable Object> V decode(
      Self<?> self, Codec<V> codec, MemorySegment memory, long at, long bytes) {
    try {
      return new Reader().wrap(memory, at, bytes).readWhole(codec);
    } catch (CodecException e) {
      throw new CodecException(
          self
              + " cannot decode its value, by the codec "
              + codec.signature()
              + ": "
              + e.getMessage(),
          e);
    }
  }
}
