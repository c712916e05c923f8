// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import java.io.ObjectInputFilter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The codecs that come with Weft.
///
/// A record's codec is derived from its components. A component may be a primitive, a String, an
/// enum, an array, a List, Set, Map or Optional of such, another record, or a sealed interface of
/// records. It may be null unless it is primitive. An object that is referenced twice arrives as
/// two objects. Reflection does only what the caller could do itself. A record is created by its
/// canonical constructor, which may check its arguments.
public final class Codecs {
  private Codecs() {}

  /// The codec of a record whose package is exported or open to weft; on the class path all are.
  public static <R extends Record> Codec<R> record(Class<R> type) {
    return new TypeCodecs(Codecs::openTo, Map.of()).of(type);
  }

  /// The codec of a record that `lookup` can reach: pass `MethodHandles.lookup()`.
  public static <R extends Record> Codec<R> record(Lookup lookup, Class<R> type) {
    return record(lookup, type, Map.of());
  }

  /// The same with the caller's codecs for some types of components.
  public static <R extends Record> Codec<R> record(
      Lookup lookup, Class<R> type, Map<Class<?>, ? extends Codec<?>> others) {
    return new TypeCodecs(any -> lookup, Map.copyOf(others)).of(type);
  }

  /// The codec of a sealed interface of records and enums, whose package is exported or open to
  /// weft; on the class path all are.
  public static <S> Codec<S> sealed(Class<S> type) {
    return new TypeCodecs(Codecs::openTo, Map.of()).of(checkSealed(type));
  }

  /// The codec of a sealed interface of records and enums that `lookup` can reach.
  public static <S> Codec<S> sealed(Lookup lookup, Class<S> type) {
    return new TypeCodecs(any -> lookup, Map.of()).of(checkSealed(type));
  }

  private static <S> Class<S> checkSealed(Class<S> type) {
    if (!type.isInterface() || !type.isSealed()) {
      throw new CodecException(type.getName() + " is not a sealed interface");
    }
    return type;
  }

  private static Lookup openTo(Class<?> type) throws IllegalAccessException {
    Module here = Codecs.class.getModule();
    here.addReads(type.getModule());
    Lookup own = MethodHandles.lookup();
    return type.getModule().isOpen(type.getPackageName(), here)
        ? MethodHandles.privateLookupIn(type, own)
        : own;
  }

  /// The codec of a value: String, Integer and the other boxes, `byte[]` and the other arrays of
  /// primitives, an enum.
  @SuppressWarnings("unchecked") // of T's own type
  public static <T> Codec<T> of(Class<T> type) {
    Codec<?> codec = Values.of(type);
    if (codec == null) {
      throw new CodecException(
          "Codecs.of has codecs for String, boxes, arrays of primitives and enums, not for "
              + type.getName()
              + "; see record, sealed, list, map, serialization");
    }
    return (Codec<T>) codec;
  }

  /// A codec of two functions, which are called as [Codec#encode] and [Codec#decode] are. Its
  /// [Codec#signature] is `name`.
  public static <T> Codec<T> of(
      String name, BiConsumer<T, Writer> encoder, Function<Reader, T> decoder) {
    return new FunctionCodec<>(name, (out, value) -> encoder.accept(value, out), decoder);
  }

  /// The codec of null, in no bytes, for calls without a result.
  public static Codec<@Nullable Void> nothing() {
    return new FunctionCodec<@Nullable Void>("nothing", (out, value) -> {}, in -> null);
  }

  /// Values that may be null.
  public static <T> Codec<@Nullable T> nullable(Codec<T> codec) {
    return new NullableCodec<>(codec);
  }

  /// Lists. Elements may be null; a list that arrives is unmodifiable.
  public static <E> Codec<List<E>> list(Codec<E> element) {
    return new CollectionCodec.OfList<>(nullable(element));
  }

  /// Sets, in the sender's order. A set that arrives is unmodifiable.
  public static <E> Codec<Set<E>> set(Codec<E> element) {
    return new CollectionCodec.OfSet<>(nullable(element));
  }

  /// Maps, in the sender's order. Keys and values may be null; a map that arrives is unmodifiable.
  public static <K, V> Codec<Map<K, V>> map(Codec<K> key, Codec<V> value) {
    return new MapCodec<>(nullable(key), nullable(value));
  }

  /// Java serialisation can run code of any class that it finds, so it needs a filter. Name the
  /// classes that may arrive, and refuse all others.
  ///
  /// ```java
  /// Codecs.serialization(Job.class, ObjectInputFilter.Config.createFilter("shop.*;java.base/*;!*"))
  /// ```
  ///
  /// Arrays larger than what arrived could fill, and objects nested more than 256 deep, are refused
  /// whatever the filter says.
  public static <T> Codec<T> serialization(Class<T> type, ObjectInputFilter filter) {
    return new SerializationCodec<>(
        type, Objects.requireNonNull(filter, "serialisation needs a filter"));
  }
}
