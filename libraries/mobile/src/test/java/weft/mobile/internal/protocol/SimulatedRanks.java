// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.codec.Reader;
import weft.codec.Writer;

/// The routers of several ranks in one thread, and a network that delivers when the seed says: in
/// order between each pair of ranks, and in no order else. Whoever sends counts what it sends to
/// each object, and each object checks what it gets.
final class SimulatedRanks {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final int MAX_BYTES = 256;

  /// The request of messages, and those that run once more.
  private static final int REQUEST = 7;

  static final int REPEATS = 3;

  /// The user's object: how much it has sent to and got from each other.
  static final class Counted {
    final Map<Long, Long> sent = new HashMap<>();
    final Map<Long, Long> got = new HashMap<>();
  }

  /// One rank.
  final class Rank implements Wire, Hosting, StateHosting {
    final int number;
    final Router router;
    final Counted own = new Counted();
    private MemorySegment opened = MemorySegment.NULL;
    private int openedTo;
    private boolean inHandler;

    /// Runs when an element ends here: sends for the rounds of its array may run handlers.
    Runnable whenEnded = () -> {};

    /// Called for each message that cannot be delivered, as the action of a program.
    Runnable whenUndelivered = () -> {};

    long reports;
    long owed;
    long kept;

    Rank(int number) {
      this.number = number;
      this.router = new Router(this, this, this, word -> home(word));
    }

    @Override
    public int rank() {
      return number;
    }

    @Override
    public int maxBytes() {
      return MAX_BYTES;
    }

    @Override
    public long openMail(int target, int bytes) {
      waitForRoom();
      opened = MemorySegment.ofArray(new long[(bytes + 15) / 8]).asSlice(0, bytes);
      openedTo = target;
      return 0;
    }

    /// A send of the body, or of an object, may wait for room. Meanwhile handlers run, which may
    /// send to the same objects; what they send goes first.
    private void waitForRoom() {
      if (inHandler || random.nextDouble() >= waiting) {
        return;
      }
      for (int i = random.nextInt(4); i > 0; i--) {
        deliverTo(this);
      }
      if (!objects.isEmpty() && random.nextBoolean()) {
        inHandler = true;
        send(objects.get(random.nextInt(objects.size())), null, random.nextInt(4));
        inHandler = false;
        sentInWaits++;
      }
    }

    private void take(Delivery delivery) {
      inHandler = true;
      delivery.to(this);
      inHandler = false;
    }

    @Override
    public MemorySegment memory() {
      return opened;
    }

    @Override
    public void closeMail() {
      MemorySegment sent = opened;
      post(number, openedTo, to -> to.router.arrive(sent, 0, sent.byteSize()));
    }

    @Override
    public void mail(int target, MemorySegment memory, long at, long bytes) {
      waitForRoom();
      byte[] copy = memory.asSlice(at, bytes).toArray(ValueLayout.JAVA_BYTE);
      post(number, target, to -> to.router.arrive(MemorySegment.ofArray(copy), 0, bytes));
    }

    @Override
    public void install(int target, MemorySegment memory, long bytes) {
      waitForRoom();
      byte[] copy = memory.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE);
      post(number, target, to -> to.router.install(number, MemorySegment.ofArray(copy), 0, bytes));
    }

    @Override
    public void sendLocation(int target, long object, int location, long epoch) {
      waitForRoom();
      post(number, target, to -> to.router.locationArrived(object, location, epoch));
    }

    @Override
    public void claim(int home, long element) {
      post(number, home, to -> to.router.claimed(number, element));
    }

    @Override
    public void streams(int target, MemorySegment memory, long bytes) {
      byte[] copy = memory.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE);
      post(number, target, to -> to.router.streams(MemorySegment.ofArray(copy), 0, bytes));
    }

    @Override
    public long reports() {
      return reports;
    }

    @Override
    public void expect(int messages) {
      owed += messages;
    }

    @Override
    public void happened(int messages) {
      owed -= messages;
    }

    @Override
    public void encode(Resident object, int target, Writer out) {
      var state = (Counted) object.state();
      write(state.sent, out);
      write(state.got, out);
    }

    @Override
    public void receive(Resident object, int source, Reader in) {
      var state = new Counted();
      read(state.sent, in);
      read(state.got, in);
      object.setState(state);
    }

    @Override
    public void wanted(Resident object) {
      throw new AssertionError("object " + object.word() + " is here without its state");
    }

    @Override
    public void noRoom(Resident object, int request, long sender, byte[] message) {
      throw new AssertionError("object " + object.word() + " has no room");
    }

    @Override
    public void arrived(Resident object, boolean held) {
      @Nullable Rank before = where.put(object.word(), this);
      if (before != null) {
        throw new AssertionError("object " + object.word() + " is in two places");
      }
    }

    @Override
    public void gone(Resident object, boolean ended) {
      where.remove(object.word());
      if (ended) {
        whenEnded.run();
      }
    }

    @Override
    public void member(long element, boolean inserted) {}

    @Override
    public void undelivered(
        long object, int request, long sender, MemorySegment memory, long at, long bytes) {
      if (!dead.contains(object)) {
        throw new AssertionError("a message to " + object + ", which lives, was not delivered");
      }
      undelivered++;
      whenUndelivered.run();
    }

    @Override
    public void accepted(Resident object) {}

    @Override
    public RuntimeException insertedTwice(long element, int by, int holder) {
      return new IllegalStateException("inserted twice");
    }

    @Override
    public RuntimeException insertedTooEarly(long element, int by) {
      return new IllegalStateException("inserted too early");
    }

    @Override
    public String name(long word) {
      return Long.toHexString(word);
    }

    @Override
    public void kept(int messages, long bytes) {
      kept += bytes;
    }

    /// Sends to `object`, from `from` or this rank.
    void send(long object, @Nullable Resident from, int words) {
      Counted counted = from == null ? own : (Counted) from.state();
      long count = counted.sent.merge(object, 1L, Long::sum) - 1;
      long at = router.begin(object, REQUEST, from, 8L * words);
      for (int i = 0; i < words; i++) {
        router.opened().set(WORD, at + 8L * i, count + i);
      }
      router.end();
      sent++;
    }

    /// Runs one message of one object, and returns the object; null when there is none.
    @Nullable Resident run() {
      Resident object = router.run();
      if (object == null) {
        return null;
      }
      Mailbox mail = object.mail();
      if (mail.request() < REPEATS) {
        checkRepeat(object);
        return object;
      }
      var state = (Counted) object.state();
      long expected = state.got.merge(mail.sender(), 1L, Long::sum) - 1;
      for (long i = 0; i < mail.payload() / 8; i++) {
        long value = mail.memory().get(WORD, mail.at() + 8 * i);
        if (value != expected + i) {
          throw new AssertionError(
              "object %d got word %d = %d from %d, and expected %d"
                  .formatted(object.word(), i, value, mail.sender(), expected + i));
        }
      }
      handled++;
      return object;
    }
  }

  /// Asks for a handler of `object`, which is running, to run once more.
  void again(Rank rank, Resident object) {
    int request = random.nextInt(REPEATS);
    rank.router.again(object, request);
    repeating.add(new Repeat(object.word(), request));
  }

  /// A handler runs once more: it was asked for, and no object of the rank has mail.
  private void checkRepeat(Resident object) {
    Mailbox mail = object.mail();
    boolean asked = repeating.remove(new Repeat(object.word(), mail.request()));
    if (!asked || mail.sender() != object.word() || mail.payload() != 0) {
      throw new AssertionError("object " + object.word() + " repeats " + mail.request());
    }
    Objects.requireNonNull(where.get(object.word()))
        .router
        .forEachHere(it -> {
          if (it.waiting() > (it.word() == object.word() ? 1 : 0)) {
            throw new AssertionError("object " + object.word() + " repeats before mail is handled");
          }
        });
    repeated++;
  }

  private interface Delivery {
    void to(Rank rank);
  }

  final Random random;
  final List<Rank> ranks = new ArrayList<>();
  final Map<Long, Rank> where = new HashMap<>();
  final List<Long> dead = new ArrayList<>();
  final List<Long> objects = new ArrayList<>();
  private final List<ArrayDeque<Delivery>> pairs = new ArrayList<>();
  private int posted;

  /// How often a send waits for room.
  double waiting;

  long sentInWaits;
  long sent;
  long handled;
  long undelivered;
  long repeated;

  /// A request of an object that is to run once more.
  record Repeat(long object, int request) {}

  final Set<Repeat> repeating = new HashSet<>();

  SimulatedRanks(int size, Random random) {
    this.random = random;
    for (int i = 0; i < size; i++) {
      ranks.add(new Rank(i));
    }
    for (int i = 0; i < size * size; i++) {
      pairs.add(new ArrayDeque<>());
    }
  }

  private int home(long word) {
    return ObjectWord.owner(word);
  }

  private void post(int from, int to, Delivery delivery) {
    pairs.get(from * ranks.size() + to).add(delivery);
    posted++;
  }

  boolean isInFlight() {
    return posted > 0;
  }

  /// Delivers one message of some pair.
  void deliver() {
    int at = random.nextInt(pairs.size());
    while (pairs.get(at).isEmpty()) {
      at = (at + 1) % pairs.size();
    }
    posted--;
    ranks.get(at % ranks.size()).take(pairs.get(at).remove());
  }

  /// Delivers one message for `rank`, if there is one.
  private void deliverTo(Rank rank) {
    int from = random.nextInt(ranks.size());
    for (int i = 0; i < ranks.size(); i++) {
      ArrayDeque<Delivery> pair = pairs.get((from + i) % ranks.size() * ranks.size() + rank.number);
      if (!pair.isEmpty()) {
        posted--;
        rank.take(pair.remove());
        return;
      }
    }
  }

  Rank anyRank() {
    return ranks.get(random.nextInt(ranks.size()));
  }

  private static void write(Map<Long, Long> map, Writer out) {
    out.writeSize(map.size());
    map.forEach((key, value) -> {
      out.writeLong(key);
      out.writeLong(value);
    });
  }

  private static void read(Map<Long, Long> map, Reader in) {
    for (int i = in.readSize(16); i > 0; i--) {
      map.put(in.readLong(), in.readLong());
    }
  }
}
