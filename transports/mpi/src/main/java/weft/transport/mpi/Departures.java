// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import weft.memory.CarriedRings;
import weft.memory.Carrier;
import weft.memory.RecordLayout;
import weft.memory.RingOutbox;
import weft.memory.Words;
import weft.watch.Neighbours;

/// What leaves a rank: the bytes that it has written into the rings to others, as many records as
/// are ready in one message, and the positions up to which it has consumed theirs.
///
/// A message is whole records, so that the target may look at them as soon as it is there. The
/// bytes of a ring are sent from where they stand. A record that is alone leaves without its
/// header, which the tag and the length of the message say (DMCS, section 5.2: encoded kinds).
final class Departures implements Carrier {
  /// Tags say what a message is; a greater one is the lower half of the header of the only record,
  /// whose payload the message is.
  static final int RECORDS = 1;

  /// Records, the last of them a header that ends the lap.
  static final int RECORDS_AND_WRAP = 2;

  /// A word: the position up to which its source has consumed.
  static final int CONSUMED = 3;

  /// The most bytes of one message: a record of 64 KB, and its header.
  static final int MOST = (1 << 16) + 256;

  /// So many bytes leave without waiting for a flush point.
  static final long BATCH = 1 << 14;

  /// For how many targets one poll asks the library whether messages have left.
  private static final int MOST_LOOKS = 4;

  private final CarriedRings rings;
  private final long communicator;
  private final int largestTag = Mpi.largestTag();
  private final long address;
  private final long ringMask;
  private final RingOutbox[] outboxes;

  /// To whom the bytes of the ring are carried.
  private final boolean[] carries;

  private final RankSet written;
  private final RankSet consumed;

  /// For whom messages are under way, and these.
  private final RankSet leaving;

  private final @Nullable Requests[] requests;

  /// Where to look next for messages that have left: those for one target may have to wait for it,
  /// which must not keep those for others.
  private int cursor;

  private long messages;
  private final long[] sent;

  /// Up to where the library needs a ring's bytes no more, and up to where its reader does not.
  private final long[] left;

  private final long[] taken;
  private final IntConsumer depart = this::depart;
  private final IntConsumer tellConsumed = this::tellConsumed;

  /// @param neighbours those to whom nothing is carried; null where there are none
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

  /// Where records are written.
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

  /// Sends all that stands.
  void send() {
    if (!written.isEmpty()) {
      written.takeAll(depart);
    }
    if (!consumed.isEmpty()) {
      consumed.takeAll(tellConsumed);
    }
  }

  /// Sends all that stands, and forgets what has been sent.
  void flush() {
    send();
    if (!leaving.isEmpty()) {
      complete();
    }
  }

  /// Looks at the oldest message for each of a few targets.
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

  /// How many messages have been sent.
  long messages() {
    return messages;
  }

  /// Whether nothing is under way that the library still needs memory of.
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

  /// Where a message that begins at `from` ends: at `end`, or at the last record that fits.
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

  /// Sends a part of a ring; when it has left, all up to `end` has.
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

  private void tellConsumed(int source) {
    rings.watchRoom(source);
    Requests ofSource = leaving(source);
    // Nothing more of the ring has left when this has than what has been sent before it.
    long request = ofSource.begin(sent[source]);
    long place = ofSource.say(rings.consumed(source));
    Mpi.send(place, Long.BYTES, source, CONSUMED, communicator, request);
  }

  /// `target` has consumed up to `position`.
  void consumedBy(int target, long position) {
    taken[target] = position;
    free(target);
  }

  /// Room is what neither the reader nor the library needs.
  private void free(int target) {
    rings.consumedBy(target, Math.min(taken[target], left[target]));
  }
}
