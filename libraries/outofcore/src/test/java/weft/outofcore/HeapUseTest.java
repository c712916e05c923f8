// SPDX-License-Identifier: Apache-2.0
package weft.outofcore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobileRsr0;
import weft.mobile.MobileType;

/// Objects that take much more of the Java heap than their encoding are named, once.
@ResourceLock(Resources.SYSTEM_ERR)
final class HeapUseTest {
  private static final int OBJECTS = 200;
  private static final int NUMBERS = 1000;

  /// Numbers in objects of their own, of which each takes two bytes of the encoding.
  private static final Codec<List<Integer>> BOXED =
      Codecs.of("boxed", HeapUseTest::write, HeapUseTest::read);

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private static void write(List<Integer> numbers, Writer out) {
    for (int number : numbers) {
      out.writeShort((short) number);
    }
  }

  private static List<Integer> read(Reader in) {
    List<Integer> numbers = new ArrayList<>(NUMBERS);
    for (int i = 0; i < NUMBERS; i++) {
      numbers.add((int) in.readShort());
    }
    return numbers;
  }

  private static List<Integer> numbers(long seed) {
    List<Integer> numbers = new ArrayList<>(NUMBERS);
    for (int i = 0; i < NUMBERS; i++) {
      numbers.add(1000 + (int) seed + i * 7); // too large for the integers that Java keeps
    }
    return numbers;
  }

  private <T> void run(String name, Codec<T> codec, LongFunction<T> maker, boolean says) {
    PrintStream before = System.err;
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try (Job job = Weft.open(WeftConfig.ofRanks(2))) {
      job.run(world -> {
        var objects = MobileObjects.of(world);
        Residence residence = Residence.of(objects).limit(60_000);
        MobileType<T> type = objects.type(name, codec);
        if (says) {
          type.bytes(it -> 20_000);
        }
        MobileRsr0<T> touch = type.rsr0("touch", (self, it) -> {});
        MobileArray<T> all = type.array("all", OBJECTS, maker);
        world.start();
        for (int round = 0; round < 3; round++) {
          touch.broadcast(all);
          world.quiesce();
        }
        assertThat(residence.counters().entered()).isGreaterThan(OBJECTS / 2);
      });
    } finally {
      System.setErr(before);
    }
  }

  private String said() {
    return said.toString(StandardCharsets.UTF_8);
  }

  @Test
  void manySmallJavaObjectsAreNamedOnce() {
    run("boxed numbers", BOXED, HeapUseTest::numbers, false);
    assertThat(said())
        .containsOnlyOnce("objects of type \"boxed numbers\" take some ")
        .contains("times the bytes of their encoding")
        .contains("MobileType.bytes");
  }

  @Test
  void arraysAreNotNamed() {
    run("array", Codecs.of(long[].class), index -> new long[NUMBERS], false);
    assertThat(said()).doesNotContain("objects of type");
  }

  @Test
  void whatTheTypeSaysIsTaken() {
    run("boxed numbers", BOXED, HeapUseTest::numbers, true);
    assertThat(said()).doesNotContain("objects of type");
  }
}
