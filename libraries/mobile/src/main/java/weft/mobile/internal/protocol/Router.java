// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.codec.Reader;
import weft.mobile.residence.ObjectKeeper;

/// Finds objects and delivers messages to them. A message is sent to the rank on which its object
/// is believed to be. It is forwarded from there until it reaches the object. Each message is
/// delivered exactly once, in its sender's order (MOL, section 7 of the DMCS paper).
///
/// A sender is a rank or an object. Its messages to one object are numbered. The numbers are stored
/// in both sender and object, and move with them. Only the rank that holds an object announces it.
/// So an object arrives before every message that refers to its arrival, and none has to wait for
/// it.
///
/// A router is used only by its rank's thread.
public final class Router {
  /// The location of the begun message, which determines how [#end] sends it.
  private enum Opened {
    NOTHING,
    KEPT_HERE,
    SENT,
    STAGED
  }

  private final Wire wire;
  private final Hosting hosting;
  private final StateHosting states;
  private final Homes homes;
  private final int rank;
  private final long own;
  private final Directory directory;
  private final Clutter clutter;
  private final ArrivingObjects arrivals;
  private final ElementHome elements;
  private final RouterCounts counts = new RouterCounts();
  private final ObjectMail mail;

  private long serials;

  private Opened opened = Opened.NOTHING;
  private MemorySegment memory = MemorySegment.NULL;
  private @Nullable Resident openedFor;
  private long openedBytes;
  private @Nullable ObjectPlace openedPlace;

  /// Creates the router of the rank behind `wire`.
  public Router(Wire wire, Hosting hosting, StateHosting states, Homes homes) {
    this.wire = wire;
    this.hosting = hosting;
    this.states = states;
    this.homes = homes;
    this.rank = wire.rank();
    this.own = ObjectWord.rank(rank);
    this.directory = new Directory(homes);
    this.clutter = new Clutter(directory, homes, rank);
    this.arrivals = new ArrivingObjects(wire, states);
    this.mail = new ObjectMail(wire, hosting, states, counts);
    this.elements = new ElementHome(wire, hosting, this, clutter);
  }

  // Lookup.

  /// Returns this rank's knowledge about `object`.
  public ObjectPlace find(long object) {
    return directory.get(object);
  }

  /// The counters.
  public RouterCounts counts() {
    return counts;
  }

  /// Passes each object on this rank to `action`, which must not add or remove objects.
  public void forEachHere(Consumer<Resident> action) {
    directory.forEach(place -> {
      if (place.here != null) {
        action.accept(place.here);
      }
    });
  }

  /// The words of the objects on this rank that `which` accepts, in order.
  public LongStream wordsHere(Predicate<Resident> which) {
    var words = LongStream.builder();
    forEachHere(it -> {
      if (which.test(it)) {
        words.add(it.word());
      }
    });
    return words.build().sorted();
  }

  /// Passes each known place to `action`.
  public void forEachPlace(Consumer<ObjectPlace> action) {
    directory.forEach(action);
  }

  // Sending.

  /// Begins a message to `object` with a payload of `bytes` bytes. The caller writes the payload
  /// into [#opened] at the returned offset, then calls [#end]. Nothing may be sent in between.
  ///
  /// @param from the object whose handler sends, or null if the rank is the sender
  public long begin(long object, int request, @Nullable Resident from, long bytes) {
    ObjectPlace place = directory.get(object);
    Resident here = place.here;
    long sender = from == null ? own : from.place.word;
    if (here != null && here.accepted && here.expect.get(sender) == nextNumber(place, from)) {
      // No message of this sender is in flight, so the message can be delivered without a number.
      Mailbox mailbox = mail.mailbox(here);
      long at = mailbox.append(request, sender, bytes);
      opened = Opened.KEPT_HERE;
      openedFor = here;
      openedBytes = bytes;
      memory = mailbox.memory();
      return at;
    }
    // Take the number first: opening the wire may run handlers that send to this object as the same
    // sender. Their messages have later numbers, though they are sent earlier.
    long number = from == null ? place.next++ : from.next.next(object);
    long route = MailLayout.route(rank, request);
    int location = place.location;
    if (here == null && location != rank && location != ObjectPlace.DEAD) {
      if (bytes <= wire.maxBytes() - MailLayout.HEADER) {
        long at = wire.openMail(location, (int) bytes + MailLayout.HEADER);
        opened = Opened.SENT;
        memory = wire.memory();
        MailLayout.write(memory, at, object, route, sender, number);
        return at + MailLayout.HEADER;
      }
    }
    MemorySegment staged = MemorySegment.ofArray(Copies.words(bytes + MailLayout.HEADER));
    MailLayout.write(staged, 0, object, route, sender, number);
    memory = staged;
    opened = Opened.STAGED;
    openedPlace = place;
    openedBytes = bytes;
    return MailLayout.HEADER;
  }

  /// The number of the next message of a sender; see [#begin].
  private static long nextNumber(ObjectPlace place, @Nullable Resident from) {
    return from == null ? place.next : from.next.get(place.word);
  }

  /// The memory into which the begun message is written.
  public MemorySegment opened() {
    return memory;
  }

  /// Sends the begun message.
  public void end() {
    Opened opened = this.opened;
    this.opened = Opened.NOTHING;
    counts.sent++;
    if (opened == Opened.KEPT_HERE) {
      counts.accepted(rank, 0);
      mail.appended(Objects.requireNonNull(openedFor), openedBytes);
    } else if (opened == Opened.SENT) {
      wire.closeMail();
    } else {
      MemorySegment staged = memory;
      memory = MemorySegment.NULL;
      long bytes = openedBytes + MailLayout.HEADER;
      ObjectPlace place = Objects.requireNonNull(openedPlace);
      Resident here = place.here;
      if (here != null) {
        mail.accept(here, staged, 0, bytes);
      } else {
        passOn(place, staged, 0, bytes, false);
      }
    }
  }

  // Receiving.

  /// Receives a message to an object.
  public void arrive(MemorySegment memory, long at, long bytes) {
    deliver(directory.get(MailLayout.word(memory, at, 0)), memory, at, bytes);
  }

  /// Forwards a message whose object is not here to the rank on which the object is believed to be.
  private void passOn(ObjectPlace place, MemorySegment memory, long at, long bytes, boolean came) {
    int location = place.location;
    if (location == ObjectPlace.DEAD || location == rank) {
      stop(place, memory, at, bytes);
      return;
    }
    long route = MailLayout.word(memory, at, 1);
    if (came) {
      route = MailLayout.further(route);
      counts.forwarded++;
    }
    if (bytes <= wire.maxBytes()) {
      long to = wire.openMail(location, (int) bytes);
      MemorySegment out = wire.memory();
      Copies.copy(memory, at, out, to, bytes);
      MailLayout.setRoute(out, to, route);
      wire.closeMail();
    } else if (came) {
      MemorySegment staged = MemorySegment.ofArray(Copies.words(bytes));
      MemorySegment.copy(memory, at, staged, 0, bytes);
      MailLayout.setRoute(staged, 0, route);
      wire.mail(location, staged, 0, bytes);
    } else {
      wire.mail(location, memory, at, bytes);
    }
  }

  /// At the home: handles a message whose object has ended, or is not known yet.
  private void stop(ObjectPlace place, MemorySegment memory, long at, long bytes) {
    if (ObjectWord.isElement(place.word)) {
      elements.stop(place, memory, at, bytes);
    } else {
      undelivered(place, memory, at, bytes);
    }
  }

  void undelivered(ObjectPlace place, MemorySegment memory, long at, long bytes) {
    hosting.undelivered(
        place.word,
        MailLayout.request(MailLayout.word(memory, at, 1)),
        MailLayout.word(memory, at, 2),
        memory,
        at + MailLayout.HEADER,
        bytes - MailLayout.HEADER);
  }

  /// Delivers a message that waited at the home of its object.
  void deliver(ObjectPlace place, MemorySegment memory, long at, long bytes) {
    Resident here = place.here;
    if (here != null) {
      mail.accept(here, memory, at, bytes);
    } else {
      passOn(place, memory, at, bytes, true);
    }
  }

  /// Receives another rank's report of where an object is.
  public void locationArrived(long object, int location, long epoch) {
    ObjectPlace place = directory.get(object);
    if (epoch > place.epoch) {
      place.location = location;
      place.epoch = epoch;
      if (location == ObjectPlace.DEAD) {
        clutter.ended();
      }
    }
  }

  // Running.

  /// The number of objects in the queue. Some may have left meanwhile.
  public int ready() {
    return mail.ready();
  }

  /// The number of messages that have been accepted and not yet handled.
  public int owed() {
    return mail.owed();
  }

  /// Passes the objects that have mail to `action`, in the order in which they will run.
  public void forEachReady(Consumer<Resident> action) {
    mail.forEachReady(action);
  }

  /// Lets a handler of `object`, which is running, run once more when no object here has mail.
  public void again(Resident object, int request) {
    mail.again(object, request);
  }

  /// Takes the next object that is to run, and marks it as running; null if there is none.
  public @Nullable Resident run() {
    return mail.run();
  }

  /// Removes the first message of `object`, which has been handled.
  public void ran(Resident object) {
    mail.ran(object);
  }

  /// Lets an object run whose state has come back.
  public void entered(Resident object) {
    mail.enqueue(object);
  }

  /// Moves the mail of `object` to `keeper`, but a message whose handler runs.
  public void store(Resident object, ObjectKeeper keeper) {
    mail.store(object, keeper);
  }

  /// Takes the messages of `object` as long as `mayRefuse` accepts their requests, and passes them
  /// to [Hosting#noRoom]. Returns whether there were any.
  public boolean refuse(Resident object, IntPredicate mayRefuse) {
    return mail.refuse(object, mayRefuse);
  }

  // Creation, migration and end of objects.

  /// Creates an object on this rank, and returns it.
  public Resident create(int type, Object state) {
    ObjectPlace place = directory.get(nextWord());
    var object = new Resident(place, type, state, new MemberRounds());
    settle(object, true);
    return object;
  }

  /// Returns the word of the next object that this rank creates.
  private long nextWord() {
    if (++serials > ObjectWord.MOST) {
      throw new WeftException("rank " + rank + " has created " + ObjectWord.MOST + " objects");
    }
    return ObjectWord.created(rank, serials);
  }

  /// Creates an object on `target`, and returns its word.
  ///
  /// @throws weft.codec.CodecException if the object cannot be encoded
  public long createAt(int target, int type, Object state) {
    if (target == rank) {
      return create(type, state).word();
    }
    ObjectPlace place = directory.get(nextWord());
    arrivals.send(
        target,
        new Resident(place, type, state, new MemberRounds()),
        0,
        () -> {
          place.location = target;
          place.epoch = 0;
          place.departed = true;
          counts.created++;
        });
    return place.word;
  }

  /// Refuses an insertion that this rank knows to be wrong.
  public void checkInsertion(long word) {
    ObjectPlace place = directory.get(word);
    if (place.here != null) {
      throw hosting.insertedTwice(word, rank, rank);
    }
    if (homes.home(word) == rank) {
      elements.checkInsertion(place);
    }
  }

  /// Inserts an element of an array on this rank. Only the home judges the insertion: what other
  /// ranks know of the index may be about an earlier element.
  public void insert(long word, int type, Object state, MemberRounds rounds) {
    ObjectPlace place = directory.get(word);
    var object = new Resident(place, type, state, rounds);
    int home = homes.home(word);
    if (home == rank) {
      elements.insert(place, object);
      return;
    }
    // It neither runs nor moves until the home has accepted it, and its messages are held.
    object.accepted = false;
    object.ready = true;
    object.pin(1);
    settle(object, true);
    wire.claim(home, word);
  }

  /// Receives an insertion by `source`, at the home of the element.
  public void claimed(int source, long word) {
    elements.claim(directory.get(word), source);
  }

  void grant(int source, ObjectPlace place, Streams past) {
    arrivals.sendGrant(source, place, past);
  }

  /// Receives the message numbers of an index: from its home when an element begins here, or at the
  /// home when its element has ended.
  public void streams(MemorySegment memory, long at, long bytes) {
    Reader in = new Reader().wrap(memory, at, bytes);
    ObjectPlace place = directory.get(in.readLong());
    long epoch = in.readLong();
    boolean granted = in.readBoolean();
    Streams past = Streams.read(in);
    if (granted) {
      granted(place, epoch, past);
    } else {
      elements.ended(place, epoch, past);
    }
  }

  private void granted(ObjectPlace place, long epoch, Streams past) {
    Resident object = Objects.requireNonNull(place.here);
    object.begin(epoch, past);
    place.epoch = epoch;
    mail.releaseAll(object);
    object.ready = false;
    object.pin(-1);
    mail.enqueue(object);
    hosting.accepted(object);
  }

  /// Lets an object live here; `held` says that the program has made it, and may hold it.
  void settle(Resident object, boolean held) {
    ObjectPlace place = object.place;
    place.here = object;
    place.location = rank;
    place.epoch = object.epoch;
    states.arrived(object, held);
  }

  private void announce(ObjectPlace place, int source) {
    int home = homes.home(place.word);
    if (home != rank && home != source) {
      wire.sendLocation(home, place.word, rank, place.epoch);
    }
  }

  /// Returns whether `object` has not left or ended since it was found here. Every send may run
  /// handlers, and these may move objects. So what was found before a send is checked again after
  /// it.
  @SuppressWarnings("ReferenceEquality") // it may have left and returned as another instance
  public boolean isHere(Resident object) {
    return object.place.here == object;
  }

  private void checkHere(Resident object, String call) {
    if (!isHere(object)) {
      throw new IllegalStateException(
          "rank " + rank + " " + call + " " + hosting.name(object.word()) + ", which has left it");
    }
  }

  /// Moves an object that is on this rank and neither running nor pinned.
  ///
  /// @throws weft.codec.CodecException if the object cannot be encoded; it stays
  public void migrate(Resident object, int target) {
    checkHere(object, "moves");
    ObjectPlace place = object.place;
    arrivals.send(
        target,
        object,
        object.epoch + 1,
        () -> {
          object.epoch++;
          place.here = null;
          place.location = target;
          place.epoch = object.epoch;
          place.departed = true;
        });
    counts.left++;
    mail.left(object);
    states.gone(object, false);
  }

  /// Receives an object from `source`.
  public void install(int source, MemorySegment memory, long at, long bytes) {
    Resident object = arrivals.read(source, memory, at, bytes, directory);
    settle(object, false);
    counts.came++;
    mail.arrived(object);
    announce(object.place, source);
  }

  /// Ends an object that is not running. The messages that wait for it are undelivered.
  public void destroy(Resident object) {
    checkHere(object, "ends");
    ObjectPlace place = object.place;
    int home = homes.home(place.word);
    boolean element = ObjectWord.isElement(place.word);
    @Nullable Streams past = element ? numbers(object) : null;
    place.here = null;
    place.epoch = object.epoch + 1;
    place.departed = true;
    place.location = home == rank ? ObjectPlace.DEAD : home;
    // What follows may send. A message that arrives meanwhile is undelivered, and its number
    // counts.
    place.past = home == rank ? past : null;
    states.gone(object, true);
    if (past != null) {
      endElement(place, home, past);
    } else if (home == rank) {
      clutter.ended();
    } else {
      wire.sendLocation(home, place.word, ObjectPlace.DEAD, place.epoch);
    }
    mail.ended(object);
  }

  /// The message numbers of the index of an element that ends; its held messages are undelivered.
  private static Streams numbers(Resident object) {
    if (object.held != null) {
      object.held.forEach(it -> object.expect.next(it.getKey().sender()));
    }
    return new Streams(object.expect, object.next);
  }

  private void endElement(ObjectPlace place, int home, Streams past) {
    if (home == rank) {
      elements.ended(place, place.epoch, past);
    } else {
      arrivals.sendEnd(home, place, past);
    }
  }

  // Quiescence.

  /// This rank begins to wait for quiescence.
  public void quiescing() {
    elements.quiescing(true);
  }

  /// Quiescence has been found.
  public void quiescent() {
    elements.quiescent();
  }

  /// Whether this rank waits for quiescence.
  public boolean isQuiescing() {
    return elements.isQuiescing();
  }

  /// Decides what was kept because it was not known whether quiescence came before it. Called
  /// before each step.
  public void decide() {
    if (elements.hasDoubts()) {
      elements.decide();
    }
  }

  /// Returns whether insertions or messages are kept until they are decided. Whatever must stay in
  /// order with them goes to [#defer].
  public boolean hasDoubts() {
    return elements.hasDoubts();
  }

  /// Runs `action` after all that [#hasDoubts] is about.
  public void defer(Runnable action) {
    elements.defer(action);
  }

  // Checkpoints.

  /// The protocol's part of checkpoints.
  public SavedObjects saved() {
    return new SavedObjects(this, directory, elements, mail, hosting, states, homes, rank);
  }

  /// The serial of the object that this rank has created last.
  long serials() {
    return serials;
  }

  /// Lets the serials of the objects that this rank creates go on after `serial`.
  void continueSerials(long serial) {
    serials = serial;
  }

  // Quiet points.

  /// Whether much of what this rank knows is about objects that have ended, so that [#forget] is
  /// worth its time.
  public boolean isCluttered() {
    return clutter.isMuch();
  }

  /// Stops counting accepted mail as owed, so at quiescence every message is in a mailbox. Mail
  /// must not be handled until [#resume].
  public void suspend() {
    mail.suspend();
  }

  /// Reverts [#suspend].
  ///
  /// @param quiescing whether this rank waits for quiescence; it may have begun, or ended,
  ///   meanwhile
  public void resume(boolean quiescing) {
    elements.quiescing(quiescing);
    mail.resume();
  }

  /// Discards message numbers, ended objects and past locations, at a quiet point of all ranks. No
  /// other rank knows anything of an index then, so a free one begins anew.
  public void forget() {
    clutter.forget(elements::forget);
  }

  /// Discards the location of `object` if other ranks know it. Messages then use its home.
  public void drop(long object) {
    clutter.drop(directory.get(object));
  }
}
