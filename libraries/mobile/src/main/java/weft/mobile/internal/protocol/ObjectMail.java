// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import weft.mobile.residence.ObjectKeeper;

/// The messages that objects on one rank have accepted and not yet handled: in order of each
/// sender, counted for quiescence, and charged to the budget.
final class ObjectMail {
  private final Wire wire;
  private final Hosting hosting;
  private final StateHosting states;
  private final RouterCounts counts;
  private final int rank;
  private final MailboxPool mailboxes = new MailboxPool();
  private final ReadyQueue queue = new ReadyQueue();
  private final RepeatQueue repeating = new RepeatQueue();

  /// How many of the owed messages are requests to run a handler once more.
  private int repeats;

  private int owed;
  private boolean suspended;

  ObjectMail(Wire wire, Hosting hosting, StateHosting states, RouterCounts counts) {
    this.wire = wire;
    this.hosting = hosting;
    this.states = states;
    this.counts = counts;
    this.rank = wire.rank();
  }

  // Arrival.

  /// Accepts a message, in its layout on the wire, for an object on this rank.
  void accept(Resident here, MemorySegment memory, long at, long bytes) {
    long route = MailLayout.word(memory, at, 1);
    long sender = MailLayout.word(memory, at, 2);
    long number = MailLayout.word(memory, at, 3);
    long payload = bytes - MailLayout.HEADER;
    int request = MailLayout.request(route);
    int hops = MailLayout.hops(route);
    counts.accepted(MailLayout.first(route), hops);
    long expected = here.accepted ? here.expect.nextIf(sender, number) : Long.MIN_VALUE;
    if (expected == number) {
      mailbox(here).append(request, sender, memory, at + MailLayout.HEADER, payload);
      owe(1);
      ready(here);
      if (here.held != null) {
        release(here, sender);
      }
    } else {
      byte[] kept = Copies.bytes(memory, at + MailLayout.HEADER, payload);
      if (number < expected || !here.held().add(sender, number, request, kept)) {
        throw new IllegalStateException(
            "message "
                + number
                + " from "
                + hosting.name(sender)
                + " to "
                + hosting.name(here.word())
                + " has arrived twice on rank "
                + rank);
      }
      owe(1);
    }
    hosting.kept(1, payload);
    int first = MailLayout.first(route);
    if (hops > 1 && first != rank) {
      wire.sendLocation(first, here.place.word, rank, here.epoch);
    }
  }

  /// Moves to the mailbox the consecutive next messages of `sender` that have arrived. They already
  /// count as owed.
  void release(Resident here, long sender) {
    HeldMail held = here.held;
    if (held == null) {
      return;
    }
    HeldMail.Held next;
    while ((next = held.take(sender, here.expect.get(sender))) != null) {
      here.expect.next(sender);
      Mailbox mail = mailbox(here);
      int length = next.payload().length;
      long to = mail.append(next.request(), sender, length);
      MemorySegment.copy(MemorySegment.ofArray(next.payload()), 0, mail.memory(), to, length);
    }
    if (held.isEmpty()) {
      here.held = null;
    }
  }

  /// Moves to the mailbox what was held for an element until its home accepted it, as far as no
  /// earlier message is missing.
  void releaseAll(Resident here) {
    if (here.held != null) {
      here.held.senders().forEach(sender -> release(here, sender));
    }
  }

  /// The mailbox of an object, to which a message is about to be appended.
  Mailbox mailbox(Resident object) {
    return mailboxes.of(object).last();
  }

  /// Counts a message that was appended to the [#mailbox] of `object`.
  void appended(Resident object, long bytes) {
    owe(1);
    ready(object);
    hosting.kept(1, bytes);
  }

  /// An object has mail: it will run, as soon as it is present.
  private void ready(Resident object) {
    if (object.isPresent()) {
      queue.add(object);
    } else {
      states.wanted(object);
    }
  }

  /// Lets an object run that was not in the queue, if it has mail or is to run once more.
  void enqueue(Resident object) {
    if (object.waiting() > 0) {
      ready(object);
    }
    repeating.add(object);
  }

  // Handlers that run once more.

  /// Lets the handler of `request` run once more for `object`, whose handler is running, when no
  /// object here has mail.
  void again(Resident object, int request) {
    RepeatedRequests repeats = object.repeats;
    if (repeats == null) {
      repeats = new RepeatedRequests();
      object.repeats = repeats;
    }
    if (repeats.add(request)) {
      counts.sent++;
      this.repeats++;
      owe(1);
    }
  }

  /// Takes an object that is to run once more, and marks it as running; null if there is none in
  /// memory. If nothing else is owed, one that is not in memory is brought.
  private @Nullable Resident repeat() {
    Resident object = repeating.next();
    if (object != null) {
      repeatAsMail(object);
      queue.add(object);
      return queue.run();
    }
    if (repeats > 0 && owed == repeats) {
      Resident absent = repeating.nextAbsent();
      if (absent != null) {
        repeatAsMail(absent);
        states.wanted(absent);
      }
    }
    return null;
  }

  /// Makes the first request to run once more a message of the object to itself.
  private void repeatAsMail(Resident object) {
    int request = Objects.requireNonNull(object.repeats).take();
    mailbox(object).append(request, object.word(), 0);
    repeats--;
    hosting.kept(1, 0);
    counts.accepted(rank, 0);
  }

  private void forgetRepeats(Resident object) {
    int count = object.repeats();
    repeats -= count;
    if (count > 0) {
      Objects.requireNonNull(object.repeats).clear();
    }
    paid(count);
  }

  // Counts.

  private void owe(int messages) {
    owed += messages;
    if (!suspended) {
      wire.expect(messages);
    }
  }

  private void paid(int messages) {
    owed -= messages;
    if (!suspended) {
      wire.happened(messages);
    }
  }

  int ready() {
    return queue.size() + repeating.size();
  }

  int owed() {
    return owed;
  }

  void forEachReady(Consumer<Resident> action) {
    queue.forEach(action);
    repeating.forEach(action);
  }

  void suspend() {
    suspended = true;
    wire.happened(owed);
  }

  void resume() {
    suspended = false;
    wire.expect(owed);
  }

  // Running.

  @Nullable Resident run() {
    Resident object = queue.run();
    if (object == null) {
      return repeat();
    }
    if (object.hasStoredMail()) {
      refill(Objects.requireNonNull(object.mail));
    }
    return object;
  }

  void ran(Resident object) {
    object.running = false;
    Mailbox mail = Objects.requireNonNull(object.mail);
    hosting.kept(-1, -mail.payload());
    mail.remove();
    paid(1);
    if (mail.count() > 0) {
      ready(object);
    } else {
      mailboxes.recycle(object);
    }
    repeating.add(object);
  }

  // Mail in a store.

  /// Moves the mail of `object` to `keeper`, but a message whose handler runs.
  void store(Resident object, ObjectKeeper keeper) {
    Mailbox mail = object.mail;
    if (mail != null) {
      Mailbox.Taken taken = mail.store(keeper, object.running);
      hosting.kept(-taken.messages(), -taken.payloads());
    }
  }

  private void refill(Mailbox mail) {
    Mailbox.Taken taken = mail.refill();
    if (taken.messages() > 0) {
      hosting.kept(taken.messages(), taken.payloads());
    }
  }

  boolean refuse(Resident object, IntPredicate mayRefuse) {
    boolean did = false;
    int most = object.waiting(); // what is refused may be sent again at once
    if (object.hasStoredMail()) {
      refill(Objects.requireNonNull(object.mail));
    }
    for (Mailbox mail = object.mail;
        most > 0 && mail != null && mail.hasFirst() && mayRefuse.test(mail.request());
        most--) {
      int request = mail.request();
      long sender = mail.sender();
      byte[] message = Copies.bytes(mail.memory(), mail.at(), mail.payload());
      hosting.kept(-1, -mail.payload());
      mail.remove();
      refill(mail);
      if (mail.count() == 0) {
        mailboxes.recycle(object);
      }
      did = true;
      hosting.noRoom(object, request, sender, message);
      paid(1);
      mail = object.mail;
    }
    return did;
  }

  // Objects that come and go.

  /// An object has arrived with its messages.
  void arrived(Resident object) {
    int waiting = object.waitingAndHeld();
    int again = object.repeats();
    if (waiting + again > 0) {
      repeats += again;
      owe(waiting + again);
      if (!suspended) {
        wire.takenOver(waiting + again);
      }
      hosting.kept(waiting, ArrivingObjects.keptBytes(object));
    }
    enqueue(object);
  }

  /// An object has left with its messages.
  void left(Resident object) {
    int waiting = object.waitingAndHeld();
    int again = object.repeats();
    repeats -= again;
    paid(waiting + again);
    if (!suspended) {
      wire.handedOver(waiting + again);
    }
    int stored = object.mail == null ? 0 : object.mail.count() - object.mail.countInMemory();
    hosting.kept(stored - waiting, -ArrivingObjects.keptBytes(object));
    mailboxes.recycleAfterLeaving(object);
  }

  /// An object has ended: its messages are undelivered.
  void ended(Resident object) {
    long word = object.word();
    if (object.hasStoredMail()) {
      refill(Objects.requireNonNull(object.mail));
    }
    for (Mailbox mail = object.mail; mail != null && mail.count() > 0; ) {
      hosting.kept(-1, -mail.payload());
      hosting.undelivered(
          word, mail.request(), mail.sender(), mail.memory(), mail.at(), mail.payload());
      mail.remove();
      refill(mail);
      paid(1); // after what the action for undelivered messages sends
    }
    mailboxes.recycle(object);
    forgetRepeats(object);
    HeldMail held = object.held;
    if (held != null) {
      object.held = null;
      held.forEach(it -> {
        MemorySegment payload = MemorySegment.ofArray(it.getValue().payload());
        int request = it.getValue().request();
        hosting.kept(-1, -payload.byteSize());
        long sender = it.getKey().sender();
        hosting.undelivered(word, request, sender, payload, 0, payload.byteSize());
        paid(1);
      });
    }
  }
}
