// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import weft.codec.Codec;
import weft.mobile.internal.ArrayEntry;
import weft.mobile.internal.protocol.MemberRounds;
import weft.mobile.internal.protocol.ObjectWord;
import weft.mobile.internal.protocol.Resident;

/// A type of mobile objects: registers the handlers of its objects, and creates objects. Every rank
/// registers the same types and handlers, in the same order, before [weft.World#start].
///
/// @param <T> the class of the objects
public final class MobileType<T> {
  private final ObjectRank rank;
  private final ArrayBroadcasts broadcasts;
  private final Kind kind;
  private @Nullable MobileRsr0<T> remove;

  MobileType(ObjectRank rank, ArrayBroadcasts broadcasts, Kind kind) {
    this.rank = rank;
    this.broadcasts = broadcasts;
    this.kind = kind;
  }

  /// The name of the type.
  public String name() {
    return kind.name;
  }

  // Requests.

  private String named(@Nullable String name, @Nullable Object handler) {
    if (name == null || handler == null) {
      throw new NullPointerException(
          "rank "
              + rank.rank()
              + " registers a request of "
              + kind
              + " with "
              + (name == null ? "the name null" : "null instead of a handler"));
    }
    return name;
  }

  /// Registers a handler without arguments.
  public MobileRsr0<T> rsr0(String name, MobileRsr0.Handler<T> handler) {
    return new MobileRsr0<>(rank, kind, named(name, handler), handler);
  }

  /// Registers a handler of one `long`.
  public MobileRsr1<T> rsr1(String name, MobileRsr1.Handler<T> handler) {
    return new MobileRsr1<>(rank, kind, named(name, handler), handler);
  }

  /// Registers a handler of two `long` values.
  public MobileRsr2<T> rsr2(String name, MobileRsr2.Handler<T> handler) {
    return new MobileRsr2<>(rank, kind, named(name, handler), handler);
  }

  /// Registers a handler of three `long` values.
  public MobileRsr3<T> rsr3(String name, MobileRsr3.Handler<T> handler) {
    return new MobileRsr3<>(rank, kind, named(name, handler), handler);
  }

  /// Registers a handler of a payload of any size.
  public MobileRsrN<T> rsrN(String name, MobileRsrN.Handler<T> handler) {
    return new MobileRsrN<>(rank, kind, named(name, handler), handler);
  }

  /// Registers a handler of values encoded by `codec`.
  public <V extends @Nullable Object> MobileRsrObject<T, V> rsrObject(
      String name, Codec<V> codec, MobileRsrObject.Handler<T, V> handler) {
    return new MobileRsrObject<>(rank, kind, named(name, handler), codec, handler);
  }

  /// Registers a handler that has an argument and returns a result.
  public <A extends @Nullable Object, R extends @Nullable Object> MobileCall<T, A, R> call(
      String name, Codec<A> argument, Codec<R> result, MobileCall.Handler<T, A, R> handler) {
    return new MobileCall<>(rank, kind, named(name, handler), argument, result, handler);
  }

  /// Sets the action for messages whose object has ended, or has no room.
  public void undelivered(Undelivered action) {
    rank.layer.calls().checkOpen("MobileType.undelivered");
    kind.undelivered = rank.functions.undelivered(kind.name, Objects.requireNonNull(action));
  }

  /// Sets how the load of an object is determined, in any unit: a number from 0 to
  /// [weft.mobile.balance.Loads#MOST]. The function may neither send nor wait. Without it the load
  /// is the measured time of the object's handlers.
  @SuppressWarnings("unchecked") // called for objects of this type only
  public void load(ToDoubleFunction<T> load) {
    rank.layer.calls().checkOpen("MobileType.load");
    Objects.requireNonNull(load);
    kind.load = rank.functions.load(kind.loadPart, object -> load.applyAsDouble((T) object));
  }

  /// Sets how many bytes an object of this type takes in memory, for the limit of `--objects`: the
  /// bytes of its encoding unless set. Objects that hold much that is not encoded, or many small
  /// Java objects, take more. The function may neither send nor wait.
  @SuppressWarnings("unchecked") // called for objects of this type only
  public void bytes(ToLongFunction<T> bytes) {
    rank.layer.calls().checkOpen("MobileType.bytes");
    Objects.requireNonNull(bytes);
    kind.bytes = rank.functions.bytes(kind.name, object -> bytes.applyAsLong((T) object));
  }

  /// Reads objects of an earlier codec from checkpoints too: `conversion` turns each into an object
  /// of today. Call it before [weft.checkpoint.Checkpoints#restored]. Codecs are told apart by
  /// their signatures ([Codec#signature]), so an earlier codec that was written by hand needs a
  /// name of its own.
  public <O> void accepts(Codec<O> old, Function<? super O, ? extends T> conversion) {
    rank.layer.calls().checkOpen("MobileType.accepts");
    Objects.requireNonNull(conversion);
    String part = "an earlier codec of type \"" + kind.name + "\"";
    Codec<O> guarded = rank.layer.program().guarded(part, old);
    kind.earlier.put(
        old.signature(), in -> Objects.requireNonNull(conversion.apply(in.readWhole(guarded))));
  }

  // Objects.

  /// Creates an object on this rank.
  public MobilePointer<T> create(T object) {
    rank.layer.calls().checkMaySend("MobileType.create");
    Objects.requireNonNull(object);
    Resident made = rank.router.create(kind.number, object);
    var pointer = new MobilePointer<T>(kind, made.word());
    made.setPointer(pointer);
    return pointer;
  }

  /// Creates an object on `target` from a copy of `object` made by the type's codec. If `target` is
  /// this rank, `object` itself is used.
  ///
  /// @throws weft.codec.CodecException if the object cannot be encoded; nothing was created
  public MobilePointer<T> createOn(int target, T object) {
    rank.moves.checkTarget("MobileType.createOn", target);
    return new MobilePointer<>(
        kind, rank.router.createAt(target, kind.number, Objects.requireNonNull(object)));
  }

  /// Pointers to the objects of this type that are on this rank, elements of arrays among them, in
  /// the order of their words. The list does not change when objects come and go later.
  public List<MobilePointer<T>> here() {
    rank.layer.calls().checkOpen("MobileType.here");
    return rank.router
        .wordsHere(it -> it.type() == kind.number)
        .mapToObj(word -> new MobilePointer<T>(kind, word))
        .toList();
  }

  /// Creates an array with the elements 0 to `size` − 1. Each rank immediately creates the elements
  /// whose home it is, by `maker`, which may neither send nor wait. Call it on every rank before
  /// [weft.World#start].
  public MobileArray<T> array(String name, long size, LongFunction<T> maker) {
    if (size < 0 || size > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "an array \""
              + name
              + "\" with "
              + size
              + " elements was asked for; give a size from 0 to "
              + Integer.MAX_VALUE);
    }
    if (remove == null) {
      remove = rsr0("remove", (self, object) -> self.destroy());
    }
    ArrayEntry entry = rank.types.addArray(kind, name, size);
    LongFunction<T> make = rank.functions.maker(name, maker);
    for (long index = 0; index < size; index++) {
      if (entry.home(index) == rank.rank()) {
        T object = make.apply(index);
        rank.router.insert(
            ObjectWord.element(entry.number(), index), kind.number, object, new MemberRounds());
      }
    }
    return new MobileArray<>(rank, broadcasts, entry, kind, remove);
  }

  /// Returns the pointer to the object that `word` names.
  ///
  /// @throws IllegalArgumentException if the word cannot name an object of this type
  public MobilePointer<T> pointer(long word) {
    int owner = ObjectWord.owner(word);
    boolean possible =
        ObjectWord.isElement(word)
            ? owner < rank.types.arrays.size()
                && rank.types.arrays.get(owner).type().equals(kind.name)
            : owner < rank.types.creators() && !ObjectWord.isRank(word);
    if (!possible) {
      throw new IllegalArgumentException(
          "rank "
              + rank.rank()
              + " makes a pointer to a "
              + kind
              + " of the word "
              + Long.toHexString(word)
              + ", which no object of this type and job has");
    }
    return new MobilePointer<>(kind, word);
  }

  @Override
  public String toString() {
    return "mobile type " + kind;
  }
}
