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
/// arrival (DMCS, sections 5.3.1 and 5.4). Their records run there, or are moved into the rings
/// while earlier records of their source are pending.
///
/// The receives are posted in advance, so a message that fits is received directly in its place.
/// Credits bound how much of one source can be in flight. A place is posted again only when the
/// rank polls for the next message. By then it has run the handlers of this one, and has sent its
/// answer.
final class Arrivals {
  private static final int PLACES = 16;

  /// The most messages of records that one poll receives.
  private static final int BATCH = 64;

  /// A place begins with room for the header of a record that is sent without one.
  private static final int HEADER = RecordLayout.HEADER;

  private static final long STRIDE = Lines.align(HEADER + Departures.MOST);

  /// State that all places share.
  static final long BYTES = PLACES * STRIDE;

  private final CarriedRings rings;
  private final Inbox inbox;
  private final Departures departures;
  private final long communicator;
  private final long ringMask;

  /// The positions up to which the bytes of each source have arrived.
  private final long[] positions;

  /// The memory of the rings, in which a read costs least ([Words#expect]), and the offset of the
  /// places in it.
  private final MemorySegment memory;

  private final long places;
  private final MemorySegment requests =
      Arena.global().allocate((long) PLACES * Mpi.ABI.requestBytes(), 8);

  /// The place that receives the next message, and whether the one before it is not posted.
  private int next;

  private boolean owed;

  /// Whether handlers read the place before [#next]: nothing is received meanwhile.
  private boolean running;

  private long messages;

  /// Whether the last poll found a message.
  private boolean busy;

  /// The message taken last: its source, tag, address and length.
  private int source;

  private int tag;
  private long at;
  private int bytes;

  /// @param places an offset behind the rings at which [#BYTES] bytes are free
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

  /// The number of messages that have arrived.
  long messages() {
    return messages;
  }

  /// Receives messages, runs their records unless earlier ones are pending, and returns the number
  /// of records run.
  ///
  /// A poll of MPI without a message takes as long as running a message. So a rank that polls
  /// continuously for one message answers it before it polls for the next. A rank that finds a
  /// message at each poll takes all that have arrived.
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
      // The sink has refused a record: this record and later ones wait in the ring.
      int done = (int) (reached - position);
      at += done;
      bytes -= done;
      keep();
    }
    return ran;
  }

  /// Receives the next message, to be run later.
  void receive() {
    if (!running && takeRecords()) {
      keep();
    }
  }

  /// Takes the next message of records, and any credits that arrive before it.
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

  /// Completes the record whose payload has arrived.
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
          "a message of rank "
              + source
              + " does not fit its ring: run the same version on all "
              + "ranks");
    }
    MemorySegment.copy(memory, at, memory, rings.incoming(source) + offset, bytes);
    positions[source] = end(position, tag, bytes);
    rings.arrived(source);
  }

  private long end(long position, int tag, int bytes) {
    return tag == Departures.RECORDS_AND_WRAP ? (position | ringMask) + 1 : position + bytes;
  }

  /// Cancels the receives; nothing arrives any more.
  void close() {
    for (int i = owed ? 1 : 0; i < PLACES; i++) {
      // Only the place before `next` may be unposted.
      long request = request(next - 1 + i & (PLACES - 1));
      Mpi.cancel(request);
      while (!Mpi.test(request)) {
        Thread.onSpinWait();
      }
    }
  }
}
