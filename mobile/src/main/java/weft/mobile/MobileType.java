// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.util.Objects;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import weft.codec.Codec;
import weft.mobile.internal.protocol.ObjectWord;
import weft.mobile.internal.protocol.Resident;

/// A type of mobile objects: what it registers, and how its objects come to be. Every rank
/// registers the same, in the same order, before [weft.World#start].
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

  /// Its name.
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

  /// Registers a handler of no words.
  public MobileRsr0<T> rsr0(String name, MobileRsr0.Handler<T> handler) {
    return new MobileRsr0<>(rank, kind, named(name, handler), handler);
  }

  /// Registers a handler of one word.
  public MobileRsr1<T> rsr1(String name, MobileRsr1.Handler<T> handler) {
    return new MobileRsr1<>(rank, kind, named(name, handler), handler);
  }

  /// Registers a handler of two words.
  public MobileRsr2<T> rsr2(String name, MobileRsr2.Handler<T> handler) {
    return new MobileRsr2<>(rank, kind, named(name, handler), handler);
  }

  /// Registers a handler of three words.
  public MobileRsr3<T> rsr3(String name, MobileRsr3.Handler<T> handler) {
    return new MobileRsr3<>(rank, kind, named(name, handler), handler);
  }

  /// Registers a handler of a payload of any size.
  public MobileRsrN<T> rsrN(String name, MobileRsrN.Handler<T> handler) {
    return new MobileRsrN<>(rank, kind, named(name, handler), handler);
  }

  /// Registers a handler of values that go by `codec`.
  public <V extends @Nullable Object> MobileRsrObject<T, V> rsrObject(
      String name, Codec<V> codec, MobileRsrObject.Handler<T, V> handler) {
    return new MobileRsrObject<>(rank, kind, named(name, handler), codec, handler);
  }

  /// Registers a handler with an argument and a result.
  public <A extends @Nullable Object, R extends @Nullable Object> MobileCall<T, A, R> call(
      String name, Codec<A> argument, Codec<R> result, MobileCall.Handler<T, A, R> handler) {
    return new MobileCall<>(rank, kind, named(name, handler), argument, result, handler);
  }

  /// Sets what happens to messages whose object has ended.
  public void undelivered(Undelivered action) {
    kind.undelivered = Objects.requireNonNull(action);
  }

  /// Gives the load of an object, in any unit, instead of the measured time of its handlers.
  @SuppressWarnings("unchecked") // objects of this type only
  public void load(ToDoubleFunction<T> load) {
    kind.load = object -> load.applyAsDouble((T) object);
  }

  // Objects.

  /// Makes an object here.
  public MobilePointer<T> create(T object) {
    rank.layer.checkOpen("MobileType.create");
    Objects.requireNonNull(object);
    Resident made = rank.router.create(kind.number, object);
    var pointer = new MobilePointer<T>(kind, made.word());
    made.setPointer(pointer);
    return pointer;
  }

  /// Makes an object on `target`: a copy of this one, by the codec of the type.
  ///
  /// @throws weft.codec.CodecException when it cannot be encoded; nothing was made
  public MobilePointer<T> createOn(int target, T object) {
    rank.checkTarget("MobileType.createOn", target);
    return new MobilePointer<>(
        kind, rank.router.createAt(target, kind.number, Objects.requireNonNull(object)));
  }

  /// Makes an array whose first elements are 0 to `size` − 1. Each rank makes those whose home it
  /// is, at once. Before [weft.World#start], on every rank.
  public MobileArray<T> array(String name, long size, LongFunction<T> maker) {
    if (size < 0 || size > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "the array \""
              + name
              + "\" with "
              + size
              + " elements; it has 0 to "
              + Integer.MAX_VALUE);
    }
    if (remove == null) {
      remove = rsr0("remove", (self, object) -> self.destroy());
    }
    ArrayEntry entry = rank.addArray(kind, name, size);
    for (long index = 0; index < size; index++) {
      if (entry.home(index) == rank.rank()) {
        T object = Objects.requireNonNull(maker.apply(index), "an element of the array " + name);
        rank.router.insert(ObjectWord.element(entry.number, index), kind.number, object);
      }
    }
    return new MobileArray<>(rank, broadcasts, entry, remove);
  }

  /// The pointer whose word this is.
  ///
  /// @throws IllegalArgumentException when no object of this type can have it
  public MobilePointer<T> pointer(long word) {
    int owner = ObjectWord.owner(word);
    boolean possible =
        ObjectWord.isElement(word)
            ? owner < rank.arrays.size() && rank.arrays.get(owner).kind == kind
            : owner < rank.layer.size() && !ObjectWord.isRank(word);
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
