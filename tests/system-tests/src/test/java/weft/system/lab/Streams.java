// SPDX-License-Identifier: Apache-2.0
package weft.system.lab;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import weft.Completion;
import weft.Frame;
import weft.GlobalPointer;
import weft.Rsr0;
import weft.Rsr1;
import weft.Rsr2;
import weft.RsrN;
import weft.Weft;
import weft.World;

/// All ranks stream to all others, on all links both ways, until there is a file of this name: then
/// they end well. What they send is numbered: requests, from a word to more than a ring takes at a
/// time; and puts, which a request follows, and which whoever has put them gets back before it puts
/// again in the same place. Every rank prints its process number first.
///
/// Checked is that all come once and requests in order, what they hold, and how many they were.
final class Streams {
  private static final int PLACES = 4;
  private static final int SMALL = 250;
  private static final int LARGE = 5_000;
  private static final long PLACE_BYTES = 8L * LARGE;
  private static final long IDLE_NANOS = 100_000;

  private enum State {
    FREE,
    PUT,
    LANDED,
    GOT
  }

  /// Where this rank puts at another, and its copies of that.
  private static final class Place {
    final MemorySegment source;
    final MemorySegment back;
    final Completion got;
    State state = State.FREE;
    long n;

    Place(World world) {
      source = world.heap().allocate(PLACE_BYTES);
      back = world.heap().allocate(PLACE_BYTES);
      got = world.completion();
    }
  }

  /// What this rank has sent to another, and what has come from there.
  private static final class Peer {
    final int rank;
    final Place[] places = new Place[PLACES];
    long requests;
    long puts;
    long requestsCame;
    long putsCame;

    /// The number of the next put into each place.
    final long[] next = new long[PLACES];

    long requestsSent = -1;
    long putsSent = -1;

    Peer(int rank) {
      this.rank = rank;
      Arrays.setAll(next, place -> place);
    }
  }

  private final World world;
  private final Peer[] peers;
  private final long[] words = new long[LARGE];
  private final RsrN payload;
  private final Rsr2 word;
  private final Rsr2 behind;
  private final Rsr1 landed;
  private final Rsr2 sent;
  private final Rsr0 end;
  private GlobalPointer area = GlobalPointer.NULL;
  private MemorySegment own = MemorySegment.NULL;
  private boolean ended;

  private Streams(World world) {
    this.world = world;
    this.peers = IntStream.range(0, world.size()).mapToObj(Peer::new).toArray(Peer[]::new);
    this.payload = world.rsrN("payload", this::receive);
    this.word =
        world.rsr2(
            "word",
            (source, n, value) -> {
              count(source, n);
              check(value == value(source, n, 1), "request", n, source);
            });
    this.behind = world.rsr2("behind", this::putCame);
    this.landed = world.rsr1("landed", this::putLanded);
    this.sent =
        world.rsr2(
            "sent",
            (source, requests, puts) -> {
              peers[source].requestsSent = requests;
              peers[source].putsSent = puts;
            });
    this.end = world.rsr0("end", source -> ended = true);
  }

  public static void main(String[] args) {
    Weft.launch(args, world -> new Streams(world).run(Path.of(args[0])));
  }

  private static void check(boolean isRight, String what, long n, int source) {
    if (!isRight) {
      throw new IllegalStateException(what + " " + n + " of rank " + source + " is damaged");
    }
  }

  /// Word `i` of what `source` sends as number `n`.
  private static long value(int source, long n, int i) {
    return (n * 64 + source) * 0x9E37_79B9_7F4A_7C15L + i;
  }

  /// How many words that has.
  private static int length(int source, long n) {
    var random = new SplittableRandom(value(source, n, 0));
    return 1 + random.nextInt(random.nextInt(8) == 0 ? LARGE : SMALL);
  }

  private void count(int source, long n) {
    long expected = peers[source].requestsCame++;
    if (n != expected) {
      throw new IllegalStateException(
          "request " + n + " of rank " + source + " came as number " + expected);
    }
  }

  private void receive(int source, Frame frame) {
    long n = frame.getLong(0);
    count(source, n);
    int length = length(source, n);
    check(frame.size() == 8L * length, "request", n, source);
    for (int i = 1; i < length; i++) {
      check(frame.getLong(8L * i) == value(source, n, i), "request", n, source);
    }
  }

  private void putCame(int source, long n, long length) {
    Peer peer = peers[source];
    int place = (int) (n % PLACES);
    if (n != peer.next[place]) {
      throw new IllegalStateException(
          "put " + n + " of rank " + source + " came instead of " + peer.next[place]);
    }
    peer.next[place] += PLACES;
    peer.putsCame++;
    check(length == length(source, n), "put", n, source);
    check(holds(own, (source * PLACES + place) * PLACE_BYTES, source, n), "put", n, source);
    landed.send(source, n);
  }

  private static boolean holds(MemorySegment memory, long from, int source, long n) {
    int length = length(source, n);
    for (int i = 0; i < length; i++) {
      if (memory.get(ValueLayout.JAVA_LONG, from + 8L * i) != value(source, n, i)) {
        return false;
      }
    }
    return true;
  }

  private void putLanded(int source, long n) {
    Place place = peers[source].places[(int) (n % PLACES)];
    check(place.state == State.PUT && place.n == n, "the answer to put", n, source);
    place.state = State.LANDED;
  }

  private void run(Path file) {
    world.start();
    area = world.heap().mallocAll(PLACES * PLACE_BYTES * world.size());
    own = world.heap().segment(area.at(world.rank()), PLACES * PLACE_BYTES * world.size());
    for (Peer peer : peers) {
      Arrays.setAll(peer.places, place -> new Place(world));
    }
    world.quiesce();
    System.out.println("rank " + world.rank() + " is " + ProcessHandle.current().pid());
    while (!ended) {
      boolean moved = false;
      for (Peer peer : peers) {
        if (peer.rank != world.rank()) {
          moved |= move(peer);
          moved |= put(peer);
          moved |= send(peer);
        }
      }
      if (world.poll() == 0 && !moved) {
        LockSupport.parkNanos(IDLE_NANOS);
      }
      if (world.rank() == 0 && Files.exists(file)) {
        for (int rank = 0; rank < world.size(); rank++) {
          end.send(rank);
        }
        world.pollUntil(() -> ended);
      }
    }
    finish();
  }

  /// What is under way comes to its end, and everybody learns how much there was.
  private void finish() {
    for (Peer peer : peers) {
      world.pollUntil(() -> {
        boolean _ = move(peer);
        return Arrays.stream(peer.places).allMatch(place -> place.state == State.FREE);
      });
      sent.send(peer.rank, peer.requests, peer.puts);
    }
    world.quiesce();
    long requests = 0;
    long puts = 0;
    for (Peer peer : peers) {
      if (peer.requestsCame != peer.requestsSent || peer.putsCame != peer.putsSent) {
        throw new IllegalStateException(
            "of rank %d came %d requests of %d, and %d puts of %d"
                .formatted(
                    peer.rank, peer.requestsCame, peer.requestsSent, peer.putsCame, peer.putsSent));
      }
      requests += peer.requestsCame;
      puts += peer.putsCame;
    }
    System.out.println(requests + " requests and " + puts + " puts came to " + world.rank());
    System.out.println("done");
  }

  /// Sends the next request, if there is room for it; a large one waits for room.
  private boolean send(Peer peer) {
    int rank = world.rank();
    long n = peer.requests;
    int length = length(rank, n);
    boolean isSent = true;
    if (length % 4 == 0) {
      isSent = word.trySend(peer.rank, n, value(rank, n, 1));
    } else {
      words[0] = n;
      for (int i = 1; i < length; i++) {
        words[i] = value(rank, n, i);
      }
      if (length <= SMALL) {
        isSent = payload.trySend(peer.rank, words, 0, length);
      } else {
        payload.send(peer.rank, words, 0, length);
      }
    }
    peer.requests += isSent ? 1 : 0;
    return isSent;
  }

  /// Puts into the next place, if that is free.
  private boolean put(Peer peer) {
    int rank = world.rank();
    long n = peer.puts;
    Place place = peer.places[(int) (n % PLACES)];
    if (place.state != State.FREE) {
      return false;
    }
    int length = length(rank, n);
    for (int i = 0; i < length; i++) {
      place.source.setAtIndex(ValueLayout.JAVA_LONG, i, value(rank, n, i));
    }
    place.n = n;
    place.state = State.PUT;
    peer.puts++;
    world
        .memory()
        .put(place.source, 0, area.at(peer.rank), where(n), 8L * length, behind.op(n, length));
    return true;
  }

  /// The place of this rank's put `n`, at another.
  private long where(long n) {
    return ((long) world.rank() * PLACES + n % PLACES) * PLACE_BYTES;
  }

  /// Gets back what has landed, and checks what has come of that.
  private boolean move(Peer peer) {
    boolean moved = false;
    for (Place place : peer.places) {
      long bytes = 8L * length(world.rank(), place.n);
      if (place.state == State.LANDED) {
        place.state = State.GOT;
        world.memory().get(area.at(peer.rank), where(place.n), place.back, 0, bytes, place.got);
        moved = true;
      } else if (place.state == State.GOT && place.got.isDone()) {
        check(
            holds(place.back, 0, world.rank(), place.n),
            "what came back of put",
            place.n,
            world.rank());
        place.back.fill((byte) 0);
        place.state = State.FREE;
        moved = true;
      }
    }
    return moved;
  }
}
