// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import weft.memory.CarriedRings;
import weft.memory.Inbox;
import weft.memory.Lines;
import weft.memory.RecordLayout;
import weft.memory.Words;
import weft.transport.RecordSink;

/// Messages that arrive at a rank from any source. Preallocated places receive them in order of
/// arrival (DMCS, sections 5.3.1 and 5.4). They are run there, or moved into the rings while
/// earlier records of their source wait there.
///
/// The receives are posted in advance, so a message that fits goes straight to its place. Credits
/// bound how much of one source can be in flight. A place is posted again only when the rank looks
/// for the next message. By then it has run the handlers of this one, and has sent its answer.
final class Arrivals {
  private static final int PLACES = 16;

  /// The most messages of records that one poll takes in.
  private static final int BATCH = 64;

  /// A place begins with room for the header of a record that comes without one.
  private static final int HEADER = RecordLayout.HEADER;

  private static final long STRIDE = Lines.align(HEADER + Departures.MOST);

  /// What all places need.
  static final long BYTES = PLACES * STRIDE;

  private final CarriedRings rings;
  private final Inbox inbox;
  private final Departures departures;
  private final long communicator;
  private final long ringMask;

  /// Up to where the bytes of each source have come.
  private final long[] positions;

  /// The memory of the rings, in which a read costs least ([Words#expect]), and where the places
  /// are in it.
  private final MemorySegment memory;

  private final long places;
  private final MemorySegment requests =
      Arena.global().allocate((long) PLACES * Mpi.ABI.requestBytes(), 8);

  /// The place to which the next message comes, and whether the one before is not posted.
  private int next;

  private boolean owed;

  /// Whether handlers read the place before [#next]: nothing is received meanwhile.
  private boolean running;

  private long messages;

  /// Whether the look before found a message.
  private boolean busy;

  /// The message taken last: who sent it, what it is, where and how long.
  private int source;

  private int tag;
  private long at;
  private int bytes;

  /// @param places where, behind the rings, [#BYTES] are free
  Arrivals(CarriedRings rings, long places, Inbox inbox, Departures departures, long communicator) {
    this.rings = rings;
    this.memory = rings.control();
    this.places = places;
    this.inbox = inbox;
    this.departures = departures;
    this.communicator = communicator;
    this.ringMask = rings.ringBytes() - 1;
    this.positions = new long[rings.ranks()];
    for (int place = 0; place < PLACES; place++) {
      post(place);
    }
  }

  private void post(int place) {
    Mpi.receive(
        memory.address() + places + place * STRIDE + HEADER,
        Departures.MOST,
        Mpi.ABI.anySource(),
        Mpi.ABI.anyTag(),
        communicator,
        request(place));
  }

  private long request(int place) {
    return requests.address() + (long) place * Mpi.ABI.requestBytes();
  }

  /// How many messages have come.
  long messages() {
    return messages;
  }

  /// Takes in messages, runs their records unless others wait before them, and returns how many
  /// ran.
  ///
  /// To ask MPI in vain takes as long as to run a message. So a rank that polls all the time for
  /// one message answers it before it looks for the next. One that finds something at each poll
  /// takes all that has arrived.
  int run(RecordSink sink) {
    long before = messages;
    int ran = runNext(sink);
    boolean came = messages != before;
    if (came && busy) {
      for (int i = 1; i < BATCH; i++) {
        long soFar = messages;
        ran += runNext(sink);
        if (messages == soFar) {
          break;
        }
      }
    }
    busy = came;
    return ran;
  }

  private int runNext(RecordSink sink) {
    if (!takeRecords()) {
      return 0;
    }
    long position = positions[source];
    if (inbox.position(source) != position) {
      keep();
      return 0;
    }
    return run(sink, position);
  }

  private int run(RecordSink sink, long position) {
    running = true;
    int ran = inbox.run(sink, source, memory, at, bytes);
    running = false;
    long reached = inbox.position(source);
    positions[source] = reached;
    if (reached != end(position, tag, bytes)) {
      // The sink has refused one: it and what follows wait in the ring.
      int done = (int) (reached - position);
      at += done;
      bytes -= done;
      keep();
    }
    return ran;
  }

  /// Takes in the next message, to be run later.
  void receive() {
    if (!running && takeRecords()) {
      keep();
    }
  }

  /// Takes the next message of records, and the credits that come before it.
  private boolean takeRecords() {
    for (; ; ) {
      if (owed) {
        post(next - 1 & (PLACES - 1));
        owed = false;
      }
      if (!Mpi.test(request(next))) {
        return false;
      }
      source = Mpi.source();
      tag = Mpi.tag();
      at = places + next * STRIDE + HEADER;
      next = next + 1 & (PLACES - 1);
      owed = true;
      messages++;
      if (tag != Departures.CONSUMED) {
        if (tag > Departures.CONSUMED) {
          decode();
        } else {
          bytes = Mpi.count();
        }
        return true;
      }
      departures.consumedBy(source, Words.get(memory, at));
    }
  }

  /// Puts the record together whose payload has come.
  private void decode() {
    int words = RecordLayout.words(tag);
    long header = RecordLayout.header(tag, words < 0 ? Mpi.count() : Long.BYTES * words);
    at -= HEADER;
    Words.set(memory, at, header);
    bytes = RecordLayout.length(header);
    tag = Departures.RECORDS;
  }

  /// Moves the message into the ring of its source.
  private void keep() {
    long position = positions[source];
    long offset = position & ringMask;
    if (offset + bytes > ringMask + 1) {
      throw new MpiException(
          "a message of rank " + source + " does not fit its ring: are all ranks of one version?");
    }
    MemorySegment.copy(memory, at, memory, rings.incoming(source) + offset, bytes);
    positions[source] = end(position, tag, bytes);
    rings.arrived(source);
  }

  private long end(long position, int tag, int bytes) {
    return tag == Departures.RECORDS_AND_WRAP ? (position | ringMask) + 1 : position + bytes;
  }

  /// Takes back the receives; nothing arrives any more.
  void close() {
    for (int i = owed ? 1 : 0; i < PLACES; i++) {
      // The place before `next` is the one that may not be posted.
      long request = request(next - 1 + i & (PLACES - 1));
      Mpi.cancel(request);
      while (!Mpi.test(request)) {
        Thread.onSpinWait();
      }
    }
  }
}
