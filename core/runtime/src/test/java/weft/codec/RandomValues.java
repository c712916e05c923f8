// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/// Random values of any type in [Samples], and a text that says everything about a value.
@NullUnmarked // null is among what is tested
final class RandomValues {
  private static final int DEEPEST = 6;

  private final Random random;

  RandomValues(Random random) {
    this.random = random;
  }

  <T> T next(Class<T> type) {
    return type.cast(value(type, Map.of(), 0));
  }

  private @Nullable Object nullable(Type type, Map<TypeVariable<?>, Type> variables, int depth) {
    boolean primitive = type instanceof Class<?> plain && plain.isPrimitive();
    if (!primitive && (random.nextInt(6) == 0 || depth > DEEPEST)) {
      return null;
    }
    return value(type, variables, depth);
  }

  private Object value(Type type, Map<TypeVariable<?>, Type> variables, int depth) {
    return switch (type) {
      case Class<?> plain when plain.isArray() ->
          array(plain.getComponentType(), plain.getComponentType(), variables, depth);
      case Class<?> plain when plain.isRecord() -> record(plain, Map.of(), depth);
      case Class<?> plain when plain.isSealed() && plain.isInterface() -> {
        Class<?>[] permitted = plain.getPermittedSubclasses();
        yield value(permitted[random.nextInt(permitted.length)], variables, depth);
      }
      case Class<?> plain -> simple(plain);
      case ParameterizedType generic -> generic(generic, variables, depth);
      case WildcardType wildcard -> value(wildcard.getUpperBounds()[0], variables, depth);
      case GenericArrayType array ->
          array(
              (Class<?>) ((ParameterizedType) array.getGenericComponentType()).getRawType(),
              array.getGenericComponentType(),
              variables,
              depth);
      case TypeVariable<?> variable -> value(variables.get(variable), variables, depth);
      default -> throw new AssertionError(type);
    };
  }

  private Object generic(ParameterizedType type, Map<TypeVariable<?>, Type> variables, int depth) {
    Class<?> raw = (Class<?>) type.getRawType();
    Type[] arguments = type.getActualTypeArguments();
    int count = random.nextInt(4);
    if (raw == List.class) {
      var list = new ArrayList<@Nullable Object>();
      for (int i = 0; i < count; i++) {
        list.add(nullable(arguments[0], variables, depth + 1));
      }
      return list;
    } else if (raw == Set.class) {
      var set = new LinkedHashSet<@Nullable Object>();
      for (int i = 0; i < count; i++) {
        set.add(nullable(arguments[0], variables, depth + 1));
      }
      return set;
    } else if (raw == Map.class) {
      var map = new LinkedHashMap<@Nullable Object, @Nullable Object>();
      for (int i = 0; i < count; i++) {
        map.put(
            nullable(arguments[0], variables, depth + 1),
            nullable(arguments[1], variables, depth + 1));
      }
      return map;
    } else if (raw == Optional.class) {
      return Optional.ofNullable(nullable(arguments[0], variables, depth + 1));
    }
    var inner = new HashMap<TypeVariable<?>, Type>();
    for (int i = 0; i < arguments.length; i++) {
      Type argument = arguments[i];
      inner.put(
          raw.getTypeParameters()[i],
          argument instanceof TypeVariable<?> variable ? variables.get(variable) : argument);
    }
    return record(raw, inner, depth);
  }

  private Object array(
      Class<?> component, Type element, Map<TypeVariable<?>, Type> variables, int depth) {
    int length = random.nextInt(8) == 0 ? random.nextInt(500) : random.nextInt(5);
    Object array = Array.newInstance(component, length);
    for (int i = 0; i < length; i++) {
      Array.set(array, i, nullable(element, variables, depth + 1));
    }
    return array;
  }

  private Object record(Class<?> type, Map<TypeVariable<?>, Type> variables, int depth) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    var values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = nullable(components[i].getGenericType(), variables, depth + 1);
    }
    if (type == Samples.Range.class) {
      Arrays.sort(values);
    }
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.toString(), e);
    }
  }

  private Object simple(Class<?> type) {
    long bits = random.nextInt(4) == 0 ? random.nextInt(3) - 1 : random.nextLong();
    if (type.isEnum()) {
      Object[] constants = type.getEnumConstants();
      return constants[random.nextInt(constants.length)];
    }
    return switch (type.getSimpleName().toLowerCase(java.util.Locale.ROOT)) {
      case "boolean" -> (bits & 1) != 0;
      case "byte" -> (byte) bits;
      case "short" -> (short) bits;
      case "char", "character" -> (char) bits;
      case "int", "integer" -> (int) bits;
      case "long" -> bits;
      case "float" -> Float.intBitsToFloat((int) bits);
      case "double" -> Double.longBitsToDouble(bits);
      case "string" -> string();
      default -> throw new AssertionError(type);
    };
  }

  /// Latin-1 or any characters at all, halves of pairs among them.
  private String string() {
    var text = new StringBuilder();
    int most = random.nextInt(3) == 0 ? 0x10000 : 256;
    for (int i = random.nextInt(4) == 0 ? random.nextInt(300) : random.nextInt(9); i > 0; i--) {
      text.append((char) random.nextInt(most));
    }
    return text.toString();
  }

  /// All that a value holds, to the last bit.
  static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case Float number -> "f" + Float.floatToRawIntBits(number);
      case Double number -> "d" + Double.doubleToRawLongBits(number);
      case String string ->
          string.chars().mapToObj(Integer::toString).toList().toString() + string.length();
      case List<?> list -> list.stream().map(RandomValues::text).toList().toString();
      case Set<?> set -> "s" + set.stream().map(RandomValues::text).sorted().toList();
      case Map<?, ?> map ->
          "m"
              + map.entrySet().stream()
                  .map(entry -> text(entry.getKey()) + "=" + text(entry.getValue()))
                  .sorted()
                  .toList();
      case Optional<?> optional -> "o" + text(optional.orElse(null));
      case Record record -> record(record);
      case Object array when array.getClass().isArray() -> array(array);
      default -> value.getClass().getName() + value;
    };
  }

  private static String array(Object array) {
    var text = new StringBuilder(array.getClass().getName());
    for (int i = 0; i < Array.getLength(array); i++) {
      text.append(' ').append(text(Array.get(array, i)));
    }
    return text.toString();
  }

  private static String record(Record record) {
    var text = new StringBuilder(record.getClass().getName()).append('(');
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      try {
        component.getAccessor().setAccessible(true);
        text.append(text(component.getAccessor().invoke(record))).append(';');
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(e.toString(), e);
      }
    }
    return text.append(')').toString();
  }
}
