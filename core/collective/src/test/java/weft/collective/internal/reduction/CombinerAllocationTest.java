// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import weft.collective.internal.data.ElementType;
import weft.memory.span.Levels;
import weft.memory.span.Span;

/// Copies and combines between all kinds of memory, all in one JVM, so that no call is one that the
/// compiler knows.
class CombinerAllocationTest {
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int BYTES = 19_200;

  private final List<Combiner> combiners = new ArrayList<>();
  private final List<List<Span>> spans = new ArrayList<>();
  private final Span part = new Span();

  private CombinerAllocationTest() {
    ElementType[] types = {
      ElementType.BYTE,
      ElementType.INT,
      ElementType.LONG,
      ElementType.FLOAT,
      ElementType.DOUBLE,
      ElementType.DOUBLE_AT
    };
    for (ElementType type : types) {
      for (int operator = 0; operator < 3; operator++) {
        combiners.add(
            type == ElementType.DOUBLE_AT
                ? Combiners.located("at", operator == 0, type)
                : Combiners.standard(Reduction.values()[operator], type));
        spans.add(spans(type));
      }
    }
    combiners.add(Combiners.longs("f", (a, b) -> a - b, false, ElementType.LONG));
    spans.add(spans(ElementType.LONG));
    combiners.add(Combiners.doubles("f", (a, b) -> a - b, false, ElementType.DOUBLE));
    spans.add(spans(ElementType.DOUBLE));
    combiners.add(Combiners.blocks("f", (a, b, count) -> a.fill((byte) count), false, 48));
    spans.add(spans(ElementType.DOUBLE));
  }

  private static List<Span> spans(ElementType type) {
    List<Span> spans = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      List<Object> memories =
          List.of(
              switch (type) {
                case BYTE -> new byte[2 * BYTES];
                case INT -> new int[BYTES / 2];
                case LONG, LONG_AT, DOUBLE_AT -> new long[BYTES / 4];
                case FLOAT -> new float[BYTES / 2];
                case DOUBLE -> new double[BYTES / 4];
              },
              Arena.ofAuto().allocate(2 * BYTES, 64),
              MemorySegment.ofArray(new byte[2 * BYTES]));
      for (Object memory : memories) {
        for (int row : new int[] {48, 960, BYTES}) {
          Span span = new Span();
          span.setRows(memory, 0, BYTES / row, row, row + 48);
          spans.add(span);
        }
        Span owners = new Span();
        owners.setLevels(
            memory, 0, Levels.of(48).times(5, 192).times(BYTES / 480, 960).times(2, 96));
        spans.add(owners);
      }
    }
    return spans;
  }

  private void use() {
    for (int i = 0; i < combiners.size(); i++) {
      Combiner combiner = combiners.get(i);
      List<Span> of = spans.get(i);
      int half = of.size() / 2;
      for (int to = 0; to < half; to++) {
        for (int from = half; from < 2 * half; from++) {
          Span target = of.get(to);
          Span source = of.get(from);
          part.set(source, 48, BYTES - 96);
          combiner.combine(target, 0, part, 0, BYTES - 96, (from & 1) == 0);
          combiner.combine(target, 48, source, 0, 48, (from & 1) == 0);
          combiner.combine(target, 0, part, 48, source, 0, BYTES - 144);
          Span.copy(target, 0, source, 0, BYTES);
          MemorySegment segment = part.contiguous();
          if (segment != null && target.contiguous() == null) {
            target.copyTo(0, segment, part.offset(), BYTES - 96);
            target.copyFrom(0, segment, part.offset(), 48);
          }
          part.clear();
        }
      }
    }
  }

  @Test
  void shouldAllocateNothing() {
    long before = 0;
    long allocated = -1;
    for (int round = 0; round < 60 && allocated != 0; round++) { // until all of it is compiled
      before = THREADS.getCurrentThreadAllocatedBytes();
      long none = THREADS.getCurrentThreadAllocatedBytes() - before;
      before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 5; i++) {
        use();
      }
      allocated = THREADS.getCurrentThreadAllocatedBytes() - before - none;
    }
    assertThat(allocated).isZero();
  }
}
