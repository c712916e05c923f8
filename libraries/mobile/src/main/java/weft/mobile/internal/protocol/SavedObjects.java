// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.LongPredicate;
import weft.codec.Reader;
import weft.codec.Writer;

/// What a checkpoint holds of the protocol, at a quiet point, after [Router#forget]: so no numbers,
/// and no message that has overtaken another. The places of objects are not part of it: homes and
/// objects are dealt anew when the state is restored.
///
/// ```
/// header   serial of the last object that this rank has created
///          | elements that have ended: word, epoch, whether the index is free ...
///          | early messages: word, first number of each sender, messages ...
/// object   pins, rank to which it is to move | as [ArrivingObjects] writes it
/// ```
public final class SavedObjects {
  private final Router router;
  private final Directory directory;
  private final ElementHome elements;
  private final ObjectMail mail;
  private final Hosting hosting;
  private final StateHosting states;
  private final Homes homes;
  private final int rank;

  SavedObjects(
      Router router,
      Directory directory,
      ElementHome elements,
      ObjectMail mail,
      Hosting hosting,
      StateHosting states,
      Homes homes,
      int rank) {
    this.router = router;
    this.directory = directory;
    this.elements = elements;
    this.mail = mail;
    this.hosting = hosting;
    this.states = states;
    this.homes = homes;
    this.rank = rank;
  }

  /// Changes a message that was saved, so that it fits this run.
  @FunctionalInterface
  public interface Change {
    /// Returns the request here of a message of `request` there, whose payload it may change.
    int request(int request, MemorySegment memory, long at, long bytes);
  }

  // Saving.

  /// Writes what this rank knows as a home, and the number of objects that it has created.
  public void writeHeader(Writer out) {
    List<ObjectPlace> dead = new ArrayList<>();
    List<ObjectPlace> early = new ArrayList<>();
    directory.forEach(place -> {
      if (ObjectWord.isElement(place.word) && homes.home(place.word) == rank) {
        if (place.isDead()) {
          dead.add(place);
        }
        if (place.early != null) {
          early.add(place);
        }
      }
    });
    out.writeLong(router.serials());
    out.writeSize(dead.size());
    for (ObjectPlace place : dead) {
      out.writeLong(place.word);
      out.writeLong(place.epoch);
      out.writeBoolean(place.free);
    }
    out.writeSize(early.size());
    for (ObjectPlace place : early) {
      writeEarly(place, out);
    }
  }

  private static void writeEarly(ObjectPlace place, Writer out) {
    out.writeLong(place.word);
    Streams past = place.past == null ? new Streams() : place.past;
    past.write(out);
    List<EarlyMessage> early = place.early == null ? List.of() : place.early;
    out.writeSize(early.size());
    for (EarlyMessage it : early) {
      out.writeBytes(it.message());
    }
  }

  /// Writes all that goes with an object but its state, which follows.
  public void write(Resident object, Writer out) {
    out.writeInt(object.pins());
    out.writeInt(object.leavingTo());
    ArrivingObjects.write(object, object.epoch, out);
  }

  // Restoring.

  /// Whether this rank has created objects, or sent to some.
  public boolean isUsed() {
    return router.serials() > 0 || router.counts().sent() > 0;
  }

  /// Forgets the objects with which this run has begun, the initial elements of arrays, but those
  /// whose word `stays` accepts.
  public void clear(LongPredicate stays) {
    var kept = new ArrayList<ObjectPlace>();
    directory.forEach(place -> {
      if (stays.test(place.word)) {
        kept.add(place);
      } else if (place.here != null) {
        states.gone(place.here, false);
      }
    });
    directory.replace(kept);
    elements.clear();
  }

  /// Takes from the header of one rank what concerns the elements whose home is this rank. Returns
  /// the serial of the last object that the rank had created.
  ///
  /// @param isDropped whether nothing is restored of the element that a word names
  public long readHeader(Reader in, Change change, LongPredicate isDropped) {
    long serials = in.readLong();
    for (int i = in.readSize(17); i > 0; i--) {
      long word = in.readLong();
      long epoch = in.readLong();
      boolean free = in.readBoolean();
      if (!isDropped.test(word) && homes.home(word) == rank) {
        elements.restoreEnded(directory.get(word), epoch, free);
      }
    }
    for (int i = in.readSize(8); i > 0; i--) {
      readEarly(in, change, isDropped);
    }
    return serials;
  }

  private void readEarly(Reader in, Change change, LongPredicate isDropped) {
    long word = in.readLong();
    boolean isMine = !isDropped.test(word) && homes.home(word) == rank;
    Streams past = Streams.read(in);
    for (int i = in.readSize(1); i > 0; i--) {
      byte[] message = in.readBytes();
      if (isMine) {
        MemorySegment memory = MemorySegment.ofArray(message);
        int request = MailLayout.request(MailLayout.word(memory, 0, 1));
        long payload = (long) message.length - MailLayout.HEADER;
        int now = change.request(request, memory, MailLayout.HEADER, payload);
        MailLayout.setRoute(memory, 0, rank, now);
        elements.restoreEarly(directory.get(word), message);
      }
    }
    if (isMine) {
      directory.get(word).past = past;
    }
  }

  /// Lets the serials of the objects that this rank creates go on after `serial`.
  public void continueSerials(long serial) {
    router.continueSerials(serial);
  }

  /// Restores an object that is dealt to this rank. Its state follows in `in`.
  ///
  /// @param types the number here of each type there
  /// @param ranks the number of ranks
  public Resident read(Reader in, IntUnaryOperator types, Change change, int ranks) {
    int pins = in.readInt();
    int target = in.readInt();
    Resident object = ArrivingObjects.read(in, directory, types);
    object.pin(pins);
    // Only an object that is pinned waits to move.
    object.leaveTo(pins > 0 && target != rank && target < ranks ? target : -1);
    if (object.mail != null) {
      object.mail.change(change::request);
    }
    if (object.repeats != null) {
      var none = MemorySegment.ofArray(new long[0]);
      object.repeats.change(request -> change.request(request, none, 0, 0));
    }
    return object;
  }

  /// Lets a restored object live on this rank.
  public void settle(Resident object) {
    router.settle(object, false);
    mail.arrived(object);
  }

  /// Tells the home, if it is this rank, that an object was dealt to `holder`.
  public void place(long word, int holder) {
    if (homes.home(word) != rank) {
      return;
    }
    ObjectPlace place = directory.get(word);
    place.location = holder;
    if (ObjectWord.isElement(word)) {
      hosting.member(word, true);
    }
  }
}
