// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Derives codecs from types: records from their components, sealed interfaces from their permitted
/// types, collections from their type arguments.
final class TypeCodecs {
  /// The access rights to a record's accessors and constructor.
  @FunctionalInterface
  interface Access {
    Lookup lookup(Class<?> type) throws IllegalAccessException;
  }

  private record Key(Class<?> type, List<Codec<?>> arguments) {}

  private final Access access;
  private final Map<Class<?>, ? extends Codec<?>> given;
  private final Map<Key, Codec<?>> known = new HashMap<>();

  TypeCodecs(Access access, Map<Class<?>, ? extends Codec<?>> given) {
    this.access = access;
    this.given = given;
  }

  /// The codec of a type without arguments.
  @SuppressWarnings("unchecked") // of T's own type
  <T> Codec<T> of(Class<T> type) {
    return (Codec<T>) of(type, Map.of(), type.getName());
  }

  private Codec<?> of(Type type, Map<TypeVariable<?>, Codec<?>> variables, String where) {
    return switch (type) {
      case Class<?> plain -> ofClass(plain, List.of(), where);
      case ParameterizedType generic -> {
        var arguments = new ArrayList<Codec<?>>();
        for (Type argument : generic.getActualTypeArguments()) {
          arguments.add(of(argument, variables, where));
        }
        yield ofClass((Class<?>) generic.getRawType(), arguments, where);
      }
      case WildcardType wildcard -> of(wildcard.getUpperBounds()[0], variables, where);
      case TypeVariable<?> variable when variables.containsKey(variable) ->
          Objects.requireNonNull(variables.get(variable));
      case GenericArrayType array
          when array.getGenericComponentType() instanceof ParameterizedType element ->
          array((Class<?>) element.getRawType(), of(element, variables, where));
      default -> throw none(type, where);
    };
  }

  private Codec<?> ofClass(Class<?> type, List<Codec<?>> arguments, String where) {
    Codec<?> ready = given.get(type);
    if (ready == null) {
      ready = Values.of(type);
    }
    if (ready != null) {
      return ready;
    }
    var key = new Key(type, arguments);
    Codec<?> made = known.get(key);
    return made != null ? made : make(key, where);
  }

  private Codec<?> make(Key key, String where) {
    Class<?> type = key.type;
    List<Codec<?>> arguments = key.arguments;
    if (type == List.class && arguments.size() == 1) {
      return list(arguments.getFirst());
    } else if (type == Set.class && arguments.size() == 1) {
      return set(arguments.getFirst());
    } else if (type == Map.class && arguments.size() == 2) {
      return map(arguments.getFirst(), arguments.getLast());
    } else if (type == Optional.class && arguments.size() == 1) {
      return optional(arguments.getFirst());
    } else if (type.isArray()) {
      return array(type.getComponentType(), ofClass(type.getComponentType(), List.of(), where));
    }
    Codec<?> made;
    if (type.isRecord()) {
      made = holding(type, key, it -> record(it, arguments));
    } else if (type.isInterface() && type.isSealed()) {
      made = holding(type, key, it -> sealed(it, where));
    } else {
      throw none(type, where);
    }
    known.put(key, made);
    return made;
  }

  /// Makes a codec of a type that may be recursive.
  private <T> Codec<T> holding(Class<T> type, Key key, Function<Class<T>, Codec<T>> make) {
    var later = new LaterCodec<T>(type.getName());
    known.put(key, later);
    Codec<T> made = make.apply(type);
    later.set(made);
    return made;
  }

  private static CodecException none(Type type, String where) {
    return new CodecException(
        where
            + " is of type "
            + type.getTypeName()
            + ", for which there is no codec; there are codecs for records, sealed interfaces of"
            + " records, enums, primitives, String, arrays, List, Set, Map and Optional, and for"
            + " any other type one can be given: Codecs.record(lookup, type, Map.of(Other.class,"
            + " codec))");
  }

  // Records.

  private <R> Codec<R> record(Class<R> type, List<Codec<?>> arguments) {
    TypeVariable<?>[] parameters = type.getTypeParameters();
    var variables = new HashMap<TypeVariable<?>, Codec<?>>();
    for (int i = 0; i < Math.min(parameters.length, arguments.size()); i++) {
      variables.put(parameters[i], arguments.get(i));
    }
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      Lookup lookup = access.lookup(type);
      MethodHandle constructor =
          lookup.findConstructor(type, MethodType.methodType(void.class, types));
      var parts = new ArrayList<RecordCodec.Part>();
      for (RecordComponent component : components) {
        parts.add(part(type, component, lookup.unreflect(component.getAccessor()), variables));
      }
      return RecordCodec.of(type, constructor, parts);
    } catch (IllegalAccessException | NoSuchMethodException e) {
      throw new CodecException(
          "the record "
              + type.getName()
              + " cannot be reached: pass the MethodHandles.lookup() of a class that may call its"
              + " constructor, or export or open its package to weft ("
              + e.getMessage()
              + ")",
          e);
    }
  }

  private RecordCodec.Part part(
      Class<?> type,
      RecordComponent component,
      MethodHandle accessor,
      Map<TypeVariable<?>, Codec<?>> variables) {
    if (component.getType().isPrimitive()) {
      return new RecordCodec.Part(component, accessor, List.of());
    }
    Codec<?> codec =
        of(
            component.getGenericType(),
            variables,
            "component \"" + component.getName() + "\" of " + type.getName());
    return new RecordCodec.Part(component, accessor, List.of(nullable(codec)));
  }

  // Sealed interfaces.

  @SuppressWarnings("unchecked") // each codec is asked only for values of its own type
  private <S> Codec<S> sealed(Class<S> type, String where) {
    var all = new LinkedHashMap<Class<? extends S>, Codec<S>>();
    for (Class<?> permitted : permitted(type)) {
      all.put((Class<? extends S>) permitted, (Codec<S>) ofClass(permitted, List.of(), where));
    }
    String signature =
        all.values().stream()
            .map(Codec::signature)
            .collect(Collectors.joining("|", type.getName() + "(", ")"));
    return new SealedCodec<>(signature, List.copyOf(all.keySet()), List.copyOf(all.values()));
  }

  private static List<Class<?>> permitted(Class<?> type) {
    var all = new ArrayList<Class<?>>();
    for (Class<?> permitted : type.getPermittedSubclasses()) {
      if (permitted.isInterface() && permitted.isSealed()) {
        all.addAll(permitted(permitted));
      } else {
        all.add(permitted);
      }
    }
    return all;
  }

  // Codecs of containers. Each cast codec is used only for values of its own type.

  static <T> Codec<@Nullable T> nullable(Codec<T> codec) {
    return new NullableCodec<>(codec);
  }

  private static <E> Codec<List<@Nullable E>> list(Codec<E> element) {
    return new CollectionCodec.OfList<>(nullable(element));
  }

  private static <E> Codec<Set<@Nullable E>> set(Codec<E> element) {
    return new CollectionCodec.OfSet<>(nullable(element));
  }

  private static <K, V> Codec<Map<@Nullable K, @Nullable V>> map(Codec<K> key, Codec<V> value) {
    return new MapCodec<>(nullable(key), nullable(value));
  }

  private static <E> Codec<Optional<E>> optional(Codec<E> element) {
    Codec<@Nullable E> inner = nullable(element);
    return new FunctionCodec<>(
        "Optional<" + element.signature() + ">",
        (out, value) -> out.write(inner, value.orElse(null)),
        in -> Optional.ofNullable(in.read(inner)));
  }

  @SuppressWarnings("unchecked") // the codec of that type
  private static <E> Codec<?> array(Class<E> type, Codec<?> element) {
    return new ArrayCodec<>(type, nullable((Codec<E>) element));
  }
}
