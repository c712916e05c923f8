// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import weft.memory.CarriedRings;
import weft.memory.Carrier;
import weft.memory.RankSet;
import weft.memory.RecordLayout;
import weft.memory.RingOutbox;
import weft.memory.Words;
import weft.transport.rings.Neighbours;

/// The messages that leave a rank. They carry the bytes that it has written into its rings, as many
/// records as are ready, and its consumed positions.
///
/// A message is whole records, so its target may run them at once. The bytes of a ring are sent
/// from the ring itself. A single record is sent without its header, which the message's tag and
/// length encode (DMCS, section 5.2: encoded kinds).
final class Departures implements Carrier {
  /// A tag is the kind of a message: one of these constants. A greater tag is the lower half of the
  /// header of the only record, and the message is that record's payload.
  static final int RECORDS = 1;

  /// Records, the last of them a header that ends the lap.
  static final int RECORDS_AND_WRAP = 2;

  /// A word: the position up to which the reader has consumed.
  static final int CONSUMED = 3;

  /// The most bytes of one message: a record of 64 KB, and its header.
  static final int MOST = (1 << 16) + 256;

  /// This many bytes are sent without waiting for a flush point.
  static final long BATCH = 1 << 14;

  /// The number of targets for which one poll tests whether the library has sent messages.
  private static final int MOST_LOOKS = 4;

  private final CarriedRings rings;
  private final long communicator;
  private final int largestTag = Mpi.largestTag();
  private final long address;
  private final long ringMask;
  private final RingOutbox[] outboxes;

  /// The ranks to which ring bytes are carried.
  private final boolean[] carries;

  private final RankSet written;
  private final RankSet consumed;

  /// The targets with messages in flight, and those messages.
  private final RankSet leaving;

  private final @Nullable Requests[] requests;

  /// The target to check next for messages that have left. One target's messages may wait for it
  /// and must not delay those for others.
  private int cursor;

  private long messages;
  private final long[] sent;

  /// The positions up to which the library, and the ring's reader, no longer need a ring's bytes.
  private final long[] left;

  private final long[] taken;
  private final IntConsumer depart = this::depart;
  private final IntConsumer sendConsumed = this::sendConsumed;

  /// @param neighbours the ranks to which nothing is carried; null if there are none
  Departures(CarriedRings rings, int rank, long communicator, @Nullable Neighbours neighbours) {
    int ranks = rings.ranks();
    this.rings = rings;
    this.communicator = communicator;
    this.address = rings.control().address();
    this.ringMask = rings.ringBytes() - 1;
    this.written = new RankSet(ranks);
    this.consumed = new RankSet(ranks);
    this.leaving = new RankSet(ranks);
    this.requests = new Requests[ranks];
    this.sent = new long[ranks];
    this.left = new long[ranks];
    this.taken = new long[ranks];
    this.outboxes = new RingOutbox[ranks];
    this.carries = new boolean[ranks];
    for (int target = 0; target < ranks; target++) {
      if (neighbours != null && neighbours.has(target)) {
        outboxes[target] = neighbours.outbox(target);
      } else {
        carries[target] = target != rank;
        outboxes[target] = rings.outbox(target, BATCH, this);
      }
    }
  }

  /// The rings for records to each target.
  RingOutbox[] outboxes() {
    return outboxes;
  }

  @Override
  public void written(int target) {
    written.add(target);
  }

  @Override
  public void consumed(int source) {
    consumed.add(source);
  }

  /// Sends all written records.
  void send() {
    if (!written.isEmpty()) {
      written.takeAll(depart);
    }
    if (!consumed.isEmpty()) {
      consumed.takeAll(sendConsumed);
    }
  }

  /// Sends all written records, and forgets completed sends.
  void flush() {
    send();
    if (!leaving.isEmpty()) {
      complete();
    }
  }

  /// Checks the oldest message to each of a few targets.
  private void complete() {
    for (int looks = Math.min(leaving.size(), MOST_LOOKS); looks > 0; looks--) {
      int target = leaving.next(cursor);
      Requests ofTarget = Objects.requireNonNull(requests[target]);
      long end = ofTarget.complete(left[target]);
      if (end != left[target]) {
        left[target] = end;
        free(target);
      }
      if (ofTarget.isEmpty()) {
        leaving.remove(target);
      }
      cursor = target + 1;
    }
  }

  /// The number of messages sent.
  long messages() {
    return messages;
  }

  /// Whether the library no longer needs any memory of a message.
  boolean isQuiet() {
    return written.isEmpty() && consumed.isEmpty() && leaving.isEmpty();
  }

  @Override
  public void depart(int target) {
    if (!carries[target]) {
      return;
    }
    rings.watchWrites(target);
    long end = outboxes[target].position();
    long from = sent[target];
    while (from < end) {
      long lap = (from | ringMask) + 1;
      long to = cut(target, from, Math.min(end, lap));
      send(target, from, to, RECORDS, to);
      from = to;
    }
    sent[target] = from;
  }

  @Override
  public void wrap(int target) {
    depart(target);
    long from = sent[target];
    long lap = (from | ringMask) + 1;
    send(target, from, from + RecordLayout.HEADER, RECORDS_AND_WRAP, lap);
    sent[target] = lap;
  }

  /// The end of a message that begins at `from`: `end`, or the end of the last record that fits.
  private long cut(int target, long from, long end) {
    if (end - from <= MOST) {
      return end;
    }
    long base = rings.outgoing(target);
    long at = from;
    for (; ; ) {
      long next = at + RecordLayout.length(Words.get(rings.control(), base + (at & ringMask)));
      if (next - from > MOST) {
        return at;
      }
      at = next;
    }
  }

  /// Sends a part of a ring. When it has left, all up to `end` has left.
  private void send(int target, long from, long to, int tag, long end) {
    long request = leaving(target).begin(end);
    long at = rings.outgoing(target) + (from & ringMask);
    long place = address + at;
    long header = Words.get(rings.control(), at);
    int encoded = (int) header;
    if (tag == RECORDS
        && to - from == RecordLayout.length(header)
        && encoded > CONSUMED
        && encoded <= largestTag) {
      int payload = RecordLayout.payload(header);
      Mpi.send(place + RecordLayout.HEADER, payload, target, encoded, communicator, request);
    } else {
      Mpi.send(place, (int) (to - from), target, tag, communicator, request);
    }
  }

  private Requests leaving(int target) {
    Requests ofTarget = requests[target];
    if (ofTarget == null) {
      ofTarget = new Requests(Mpi.ABI.requestBytes());
      requests[target] = ofTarget;
    }
    leaving.add(target);
    messages++;
    return ofTarget;
  }

  private void sendConsumed(int source) {
    rings.watchRoom(source);
    Requests ofSource = leaving(source);
    // When this message has left, only the ring bytes sent before it have left as well.
    long request = ofSource.begin(sent[source]);
    long place = ofSource.say(rings.consumed(source));
    Mpi.send(place, Long.BYTES, source, CONSUMED, communicator, request);
  }

  /// Notifies `target` that its ring is consumed up to `position`.
  void consumedBy(int target, long position) {
    taken[target] = position;
    free(target);
  }

  /// Space is free when neither the reader nor the library needs it.
  private void free(int target) {
    rings.consumedBy(target, Math.min(taken[target], left[target]));
  }
}
