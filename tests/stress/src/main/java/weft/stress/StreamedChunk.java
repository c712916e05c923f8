// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import weft.memory.StreamingCopy;
import weft.memory.Words;

/// Claim: a reader that sees a word set (release) after a copy past the caches sees all copied
/// bytes. Such stores are not ordered, so the copy ends with a store fence.
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "polled too early")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "all of it")
@Outcome(expect = FORBIDDEN, desc = "the word was visible before all bytes")
@State
public class StreamedChunk {
  private static final long TOLD = 0;
  private static final long CHUNK = 64;
  private static final long BYTES = StreamingCopy.LEAST;
  private static final MemorySegment ONES =
      MemorySegment.ofArray(new long[(int) (BYTES / 8)]).fill((byte) 1);

  private final MemorySegment memory = MemorySegment.ofArray(new long[(int) ((CHUNK + BYTES) / 8)]);

  @Actor
  public void writer() {
    StreamingCopy.pastCaches(ONES, 0, memory, CHUNK, BYTES);
    Words.setRelease(memory, TOLD, 1);
  }

  /// Begins at the end, which was written last.
  @Actor
  public void reader(II_Result r) {
    r.r1 = (int) Words.getAcquire(memory, TOLD);
    if (r.r1 == 1) {
      for (long at = CHUNK + BYTES - 8; at >= CHUNK; at -= 8) {
        r.r2 += memory.get(ValueLayout.JAVA_LONG, at) == 0x0101010101010101L ? 0 : 1;
      }
    }
  }
}
