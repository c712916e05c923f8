// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import java.io.ObjectInputFilter;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;

/// Types of every shape that codecs know.
@SuppressWarnings("ArrayRecordComponent") // arrays are what is to be tested
@NullUnmarked // null is among what is tested
final class Samples {
  private Samples() {}

  record Primitives(
      boolean z, byte b, short s, char c, int i, long j, float f, double d, boolean last) {}

  record Boxes(Boolean z, Byte b, Short s, Character c, Integer i, Long j, Float f, Double d) {}

  record Arrays(
      boolean[] z,
      byte[] b,
      short[] s,
      char[] c,
      int[] i,
      long[] j,
      float[] f,
      double[] d,
      String[] strings,
      long[][] rows,
      Colour[] colours,
      List<Integer>[] lists) {}

  enum Colour {
    RED,
    GREEN {
      @Override
      boolean isNice() {
        return true;
      }
    },
    BLUE;

    boolean isNice() {
      return false;
    }
  }

  private record Secret(int code, String word) {}

  record Empty() {}

  record Nested(Secret secret, Primitives primitives, Colour colour, Empty empty, String text) {}

  record Pair<A, B>(A first, B second) {}

  record Collections(
      List<String> list,
      List<? extends List<Secret>> lists,
      Set<Colour> set,
      Map<String, double[]> map,
      Map<Secret, Set<Long>> deep,
      Optional<Pair<String, Integer>> optional,
      Pair<Colour, List<Pair<Long, String>>> pair) {}

  record Tree(int value, Tree left, Tree right, List<Tree> others) {}

  record Chain<T>(T head, Chain<T> tail) {}

  record Holder(Chain<String> strings, Chain<Integer> numbers) {}

  sealed interface Shape permits Circle, Group, Flat {}

  record Circle(double radius) implements Shape {}

  record Group(List<Shape> shapes, Shape first) implements Shape {}

  sealed interface Flat extends Shape permits Square, Corner {}

  record Square(int side, Colour colour) implements Flat {}

  enum Corner implements Flat {
    LEFT,
    RIGHT
  }

  record Drawing(String name, Shape shape, Corner corner) {}

  /// A constructor that refuses what makes no sense.
  record Range(int from, int to) {
    Range {
      if (from > to) {
        throw new IllegalArgumentException("from " + from + " to " + to);
      }
    }
  }

  record Old(List<String> names, Map<String, Long> numbers, int[] rest) implements Serializable {}

  /// A codec and what makes values for it.
  record Sample<T>(String name, Codec<T> codec, Class<T> type) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Sample<?>> all() {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    return List.of(
        of(Primitives.class),
        of(Boxes.class),
        of(Arrays.class),
        of(Empty.class),
        of(Nested.class),
        of(Collections.class),
        of(Tree.class),
        of(Holder.class),
        of(Drawing.class),
        of(Range.class),
        new Sample<>("sealed", Codecs.sealed(lookup, Shape.class), Shape.class),
        new Sample<>("string", Codecs.of(String.class), String.class),
        new Sample<>("enum", Codecs.of(Colour.class), Colour.class),
        new Sample<>("longs", Codecs.of(long[].class), long[].class),
        new Sample<>(
            "serialised",
            Codecs.serialization(
                Old.class, ObjectInputFilter.Config.createFilter("weft.codec.*;java.base/*;!*")),
            Old.class));
  }

  private static <R extends Record> Sample<R> of(Class<R> type) {
    return new Sample<>(type.getSimpleName(), Codecs.record(MethodHandles.lookup(), type), type);
  }
}
