// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import weft.codec.Samples.Colour;
import weft.codec.Samples.Range;
import weft.codec.Samples.Sample;
import weft.codec.Samples.Tree;

/// What is encoded comes back, to the last bit; and what cannot be is told in a sentence.
@NullUnmarked // null is among what is tested
final class CodecsTest {
  static final long SEED = Long.getLong("weft.seed", System.nanoTime() & 0xFFFF_FFFFL);

  static Stream<Sample<?>> samples() {
    return Samples.all().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  <T> void everyValueComesBack(Sample<T> sample) {
    var values = new RandomValues(new Random(SEED));
    var out = new Writer();
    var in = new Reader();
    for (int i = 0; i < 2000; i++) {
      T value = values.next(sample.type());
      out.clear();
      out.writeWhole(sample.codec(), value);
      T back = in.wrap(out.memory(), 0, out.size()).readWhole(sample.codec());
      assertThat(RandomValues.text(back))
          .as("value %d, seed %d", i, SEED)
          .isEqualTo(RandomValues.text(value));
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void aSignatureIsOneWord(Sample<?> sample) {
    assertThat(sample.codec().signature()).isNotEmpty().doesNotContainAnyWhitespaces();
  }

  @Test
  void recordsOfOpenPackagesNeedNoLookup() {
    Codec<Tree> codec = Codecs.record(Tree.class);
    var tree = new Tree(1, new Tree(2, null, null, List.of()), null, null);
    assertThat(codec.fromBytes(codec.toBytes(tree))).isEqualTo(tree);
    assertThat(Codecs.sealed(Samples.Shape.class).signature()).contains("Circle", "Corner");
  }

  record Stamp(String what, Instant when) {}

  @Test
  void otherTypesNeedACodec() {
    assertThatThrownBy(() -> Codecs.record(MethodHandles.lookup(), Stamp.class))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("component \"when\" of weft.codec.CodecsTest$Stamp")
        .hasMessageContaining("java.time.Instant");
    Codec<Instant> instant =
        Codecs.of(
            "Instant",
            (value, out) -> {
              out.writeLong(value.getEpochSecond());
              out.writeInt(value.getNano());
            },
            in -> Instant.ofEpochSecond(in.readLong(), in.readInt()));
    Codec<Stamp> codec =
        Codecs.record(MethodHandles.lookup(), Stamp.class, Map.of(Instant.class, instant));
    var stamp = new Stamp("now", Instant.ofEpochSecond(5, 6));
    assertThat(codec.fromBytes(codec.toBytes(stamp))).isEqualTo(stamp);
  }

  @Test
  void aLookupThatCannotReachARecordIsTold() {
    assertThatThrownBy(() -> Codecs.record(MethodHandles.publicLookup(), Range.class))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("pass the MethodHandles.lookup()");
  }

  @Test
  void nullIsTold() {
    Codec<Range> codec = Codecs.record(Range.class);
    assertThatThrownBy(() -> codec.toBytes(null))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("Codecs.nullable");
    Codec<Range> either = Codecs.nullable(codec);
    assertThat(either.fromBytes(either.toBytes(null))).isNull();
  }

  @Test
  void aConstructorMayRefuse() {
    Codec<Range> codec = Codecs.record(Range.class);
    byte[] bytes = codec.toBytes(new Range(3, 4));
    bytes[0] = 9;
    assertThatThrownBy(() -> codec.fromBytes(bytes))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("from 9 to 4");
  }

  @Test
  void whatIsLeftOverIsTold() {
    Codec<Integer> codec = Codecs.of(Integer.class);
    assertThatThrownBy(() -> codec.fromBytes(new byte[7]))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("3 bytes are left after the end of a Integer");
    assertThatThrownBy(() -> codec.fromBytes(new byte[3]))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("4 more are needed, and 3 are left");
  }

  @Test
  void depthHasALimit() {
    Codec<Tree> codec = Codecs.record(Tree.class);
    Tree tree = new Tree(0, null, null, null);
    for (int i = 1; i < 250; i++) {
      tree = new Tree(i, tree, null, null);
    }
    assertThat(codec.fromBytes(codec.toBytes(tree))).isEqualTo(tree);
    for (int i = 250; i < 300; i++) {
      tree = new Tree(i, tree, null, null);
    }
    Tree deep = tree;
    assertThatThrownBy(() -> codec.toBytes(deep))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("256 deep");
    // By hand, as nobody could encode it: presence bytes all along the left.
    byte[] bytes = new byte[5000];
    for (int i = 4; i < bytes.length; i += 5) {
      bytes[i] = 1;
    }
    assertThatThrownBy(() -> codec.fromBytes(bytes))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("256 deep");
  }

  @Test
  void aListThatChangesWhileItIsWalkedIsTold() {
    var list =
        new ArrayList<Colour>(List.of(Colour.RED)) {
          private static final long serialVersionUID = 1;

          @Override
          public int size() {
            return 5;
          }
        };
    assertThatThrownBy(() -> Codecs.list(Codecs.of(Colour.class)).toBytes(list))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("5 elements");
  }

  @Test
  void whatArrivesCannotBeChanged() {
    Codec<List<String>> codec = Codecs.list(Codecs.of(String.class));
    List<String> list = codec.fromBytes(codec.toBytes(List.of("a")));
    assertThatThrownBy(() -> list.add("b")).isInstanceOf(UnsupportedOperationException.class);
  }
}
