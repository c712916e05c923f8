// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import weft.collective.internal.data.ElementType;
import weft.memory.span.AnyMemory;
import weft.memory.span.Span;

class CombinerTest {
  private static final ElementType[] PLAIN = {
    ElementType.BYTE, ElementType.INT, ElementType.LONG, ElementType.FLOAT, ElementType.DOUBLE
  };

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  /// One element combined, reckoned apart from the kernels.
  private interface Reference {
    void combine(ByteBuffer left, ByteBuffer right, int at);
  }

  private static boolean isReal(ElementType type) {
    return type == ElementType.FLOAT || type == ElementType.DOUBLE;
  }

  private static boolean isBitwise(Reduction operator) {
    return operator == Reduction.AND || operator == Reduction.OR || operator == Reduction.XOR;
  }

  private static BigInteger integer(Reduction operator, long x, long y) {
    BigInteger a = BigInteger.valueOf(x);
    BigInteger b = BigInteger.valueOf(y);
    return switch (operator) {
      case SUM -> a.add(b);
      case PROD -> a.multiply(b);
      case MIN -> a.min(b);
      case MAX -> a.max(b);
      case AND -> a.and(b);
      case OR -> a.or(b);
      case XOR -> a.xor(b);
    };
  }

  private static double real(Reduction operator, double a, double b) {
    return switch (operator) {
      case SUM -> a + b;
      case PROD -> a * b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case AND, OR, XOR -> throw new IllegalArgumentException(operator + " is bitwise");
    };
  }

  private static Reference usual(Reduction operator, ElementType type) {
    return (a, b, at) -> {
      switch (type) {
        case BYTE -> a.put(at, integer(operator, a.get(at), b.get(at)).byteValue());
        case INT -> a.putInt(at, integer(operator, a.getInt(at), b.getInt(at)).intValue());
        case LONG -> a.putLong(at, integer(operator, a.getLong(at), b.getLong(at)).longValue());
        // of two floats a double holds the sum and product so exactly that rounding it is right
        case FLOAT -> a.putFloat(at, (float) real(operator, a.getFloat(at), b.getFloat(at)));
        default -> a.putDouble(at, real(operator, a.getDouble(at), b.getDouble(at)));
      }
    };
  }

  /// Random elements, with all that is special among them.
  private void fill(AnyMemory memory, ElementType type) {
    int bytes = (int) memory.bytes().byteSize();
    for (int at = 0; at + type.bytes() <= bytes; at += type.bytes()) {
      if (type == ElementType.DOUBLE || type == ElementType.DOUBLE_AT) {
        double[] special = {Double.NaN, 0.0, -0.0, Double.POSITIVE_INFINITY, 1, 2, -1};
        double value =
            random.nextInt(3) == 0
                ? special[random.nextInt(special.length)]
                : random.nextGaussian() * 1e9;
        memory.bytes().set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, value);
      } else if (type == ElementType.FLOAT) {
        float[] special = {Float.NaN, 0f, -0f, Float.NEGATIVE_INFINITY, 1, 2, -1};
        float value =
            random.nextInt(3) == 0
                ? special[random.nextInt(special.length)]
                : (float) random.nextGaussian();
        memory.bytes().set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, value);
      } else if (type == ElementType.LONG_AT) {
        memory.bytes().set(ValueLayout.JAVA_LONG_UNALIGNED, at, random.nextInt(3) - 1L);
      }
      if (type.bytes() == 16) {
        memory.bytes().set(ValueLayout.JAVA_LONG_UNALIGNED, at + 8, random.nextInt(5) - 2L);
      }
    }
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
  }

  /// NaNs may differ in their payload.
  private static void canonical(byte[] bytes, ElementType type) {
    ByteBuffer buffer = buffer(bytes);
    for (int at = 0; at < bytes.length; at += type.bytes()) {
      if (type == ElementType.FLOAT && Float.isNaN(buffer.getFloat(at))) {
        buffer.putFloat(at, Float.NaN);
      } else if (type == ElementType.DOUBLE && Double.isNaN(buffer.getDouble(at))) {
        buffer.putDouble(at, Double.NaN);
      }
    }
  }

  private void check(Combiner combiner, ElementType type, Reference reference, int rounds) {
    for (int round = 0; round < rounds; round++) {
      try (Arena arena = Arena.ofConfined()) {
        int room = 16 * (4 + random.nextInt(random.nextInt(5) == 0 ? 2000 : 30));
        AnyMemory to = memory(type, room, arena);
        boolean inPlace = random.nextInt(3) > 0;
        AnyMemory left = inPlace ? to : memory(type, room, arena);
        AnyMemory right = memory(type, room, arena);
        int element = combiner.element();
        AnyMemory.View target = to.view(random, element);
        AnyMemory.View one =
            inPlace ? target : random.nextBoolean() ? target.on(left) : left.view(random, element);
        AnyMemory.View other =
            random.nextInt(3) == 0 ? target.on(right) : right.view(random, element);
        int most =
            (int)
                Math.min(target.span().bytes(), Math.min(one.span().bytes(), other.span().bytes()));
        int bytes = random.nextInt(most / element + 1) * element;
        int at = offset(target, bytes, element);
        int leftAt = inPlace ? at : offset(one, bytes, element);
        int rightAt = offset(other, bytes, element);
        boolean fromFirst = inPlace && random.nextBoolean();

        byte[] a = one.read(left.copy(), leftAt, bytes);
        byte[] b = other.read(right.copy(), rightAt, bytes);
        byte[] result = fromFirst ? b : a;
        for (int i = 0; i < bytes; i += element) {
          reference.combine(buffer(result), buffer(fromFirst ? a : b), i);
        }
        byte[] expected = to.copy();
        byte[] before = right.copy();
        target.write(expected, at, result);

        if (inPlace) {
          combiner.combine(target.span(), at, other.span(), rightAt, bytes, fromFirst);
        } else {
          combiner.combine(target.span(), at, one.span(), leftAt, other.span(), rightAt, bytes);
        }

        byte[] got = to.copy();
        if (isReal(type)) {
          byte[] written = target.read(got, at, bytes);
          canonical(written, type);
          target.write(got, at, written);
          byte[] wanted = target.read(expected, at, bytes);
          canonical(wanted, type);
          target.write(expected, at, wanted);
        }
        assertThat(got)
            .as("%s on %s, seed %s, round %s", combiner.name(), type, seed, round)
            .isEqualTo(expected);
        assertThat(right.copy()).isEqualTo(before);
      }
    }
  }

  private int offset(AnyMemory.View view, int bytes, int element) {
    return random.nextInt(((int) view.span().bytes() - bytes) / element + 1) * element;
  }

  private AnyMemory memory(ElementType type, int room, Arena arena) {
    int fitting =
        switch (type) {
          case BYTE -> 0;
          case INT -> 1;
          case LONG, LONG_AT, DOUBLE_AT -> 2;
          case FLOAT -> 3;
          case DOUBLE -> 4;
        };
    int kind = random.nextInt(3);
    AnyMemory memory =
        AnyMemory.of(
            kind == 0 ? fitting : kind == 1 ? 5 + random.nextInt(3) : 0, room, random, arena);
    fill(memory, type);
    return memory;
  }

  @Test
  void shouldCombineAllTypesInAllKindsOfMemory() {
    for (Reduction operator : Reduction.values()) {
      for (ElementType type : PLAIN) {
        if (!(isBitwise(operator) && isReal(type))) {
          check(Combiners.standard(operator, type), type, usual(operator, type), 150);
        }
      }
    }
  }

  private static boolean isLess(
      ByteBuffer a, ByteBuffer b, int at, boolean least, ElementType type) {
    int order;
    if (type == ElementType.LONG_AT) {
      order = Long.compare(a.getLong(at), b.getLong(at));
    } else {
      double x = a.getDouble(at);
      double y = b.getDouble(at);
      if (Double.isNaN(x) != Double.isNaN(y)) {
        return Double.isNaN(x);
      }
      order = Double.compare(x, y);
    }
    order = least ? order : -order;
    return order < 0 || (order == 0 && a.getLong(at + 8) <= b.getLong(at + 8));
  }

  @Test
  void shouldFindValuesAndTheirLeastLocations() {
    for (ElementType type : new ElementType[] {ElementType.LONG_AT, ElementType.DOUBLE_AT}) {
      for (boolean least : new boolean[] {true, false}) {
        check(
            Combiners.located("at", least, type),
            type,
            (a, b, at) -> {
              if (!isLess(a, b, at, least, type)) {
                a.putLong(at, b.getLong(at)).putLong(at + 8, b.getLong(at + 8));
              }
            },
            250);
      }
    }
  }

  @Test
  void shouldKeepTheOrderOfOperatorsThatDoNotCommute() {
    check(
        Combiners.longs("x", (x, y) -> 3 * x - y, false, ElementType.LONG),
        ElementType.LONG,
        (a, b, at) -> a.putLong(at, 3 * a.getLong(at) - b.getLong(at)),
        250);
    check(
        Combiners.ints("x", (x, y) -> x / 2 - y, false, ElementType.INT),
        ElementType.INT,
        (a, b, at) -> a.putInt(at, a.getInt(at) / 2 - b.getInt(at)),
        250);
    check(
        Combiners.ints("x", (x, y) -> x / 2 - y, false, ElementType.BYTE),
        ElementType.BYTE,
        (a, b, at) -> a.put(at, (byte) (a.get(at) / 2 - b.get(at))),
        250);
    check(
        Combiners.doubles("x", (x, y) -> x / 2 - y, false, ElementType.DOUBLE),
        ElementType.DOUBLE,
        (a, b, at) -> a.putDouble(at, a.getDouble(at) / 2 - b.getDouble(at)),
        250);
    check(
        Combiners.doubles("x", (x, y) -> x / 2 - y, false, ElementType.FLOAT),
        ElementType.FLOAT,
        (a, b, at) ->
            a.putFloat(at, (float) ((double) a.getFloat(at) / 2 - (double) b.getFloat(at))),
        250);
  }

  /// Elements of three bytes, of which the middle one is combined with the neighbours.
  @Test
  void shouldCombineBlocksOfElementsOfAnySize() {
    check(
        Combiners.blocks(
            "mix",
            (left, right, count) -> {
              for (long i = 0; i < count; i++) {
                byte first = left.get(ValueLayout.JAVA_BYTE, 3 * i);
                byte last = right.get(ValueLayout.JAVA_BYTE, 3 * i + 2);
                left.set(ValueLayout.JAVA_BYTE, 3 * i + 1, (byte) (2 * first - last));
              }
            },
            false,
            3),
        ElementType.BYTE,
        (a, b, at) -> a.put(at + 1, (byte) (2 * a.get(at) - b.get(at + 2))),
        250);
  }

  @Test
  void shouldCombineElementsLargerThanItsRoom() {
    int element = 40_000;
    Combiner combiner =
        Combiners.blocks(
            "first and last",
            (left, right, count) -> {
              assertThat(count).isEqualTo(1);
              left.set(ValueLayout.JAVA_BYTE, 0, right.get(ValueLayout.JAVA_BYTE, element - 1));
            },
            false,
            element);
    byte[] to = new byte[3 * element];
    byte[] from = new byte[3 * element];
    for (int i = 0; i < 3; i++) {
      from[(i + 1) * element - 1] = (byte) (i + 1);
    }
    Span target = new Span();
    target.setArray(to, 0, to.length);
    Span source = new Span();
    source.setArray(from, 0, from.length);
    combiner.combine(target, 0, source, 0, to.length, false);
    assertThat(to[0]).isEqualTo((byte) 1);
    assertThat(to[element]).isEqualTo((byte) 2);
    assertThat(to[2 * element]).isEqualTo((byte) 3);
    assertThatThrownBy(() -> combiner.combine(target, 0, source, 0, 10, false))
        .hasMessage(
            "10 bytes are not a whole number of elements of 40000 bytes; first and last combines"
                + " whole elements");
  }
}
