// SPDX-License-Identifier: Apache-2.0
package weft.system.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import weft.system.cli.Weft;
import weft.testkit.Sampled;

/// Native code in the process takes none of what the JVM lives on: signals by which it finds null
/// pointers, overflown stacks, divisions by zero and files that have shrunk; mapped memory; hooks;
/// and calls that come too late.
@Sampled
final class SurvivalTest {
  private static final int RANKS = 3;

  private static final String PROGRAM =
      """
      import java.io.*;
      import java.lang.foreign.*;
      import java.nio.channels.FileChannel.MapMode;
      import java.util.*;
      import weft.*;

      static long caught;
      static int depth(int n) { return n == Integer.MAX_VALUE ? 0 : 1 + depth(n + 1); }
      static int length(String text) { return text.length(); }
      static int divide(int a, int b) { return a / b; }

      /// Many times, so that it is compiled code that meets them: then they are signals.
      static void signals(int round) {
        for (int i = 0; i < 30_000; i++) {
          try { length((i + round) % 97 == 0 ? null : "text"); } catch (NullPointerException e) { caught++; }
          try { divide(i, (i + round) % 89); } catch (ArithmeticException e) { caught++; }
        }
        try { depth(0); } catch (StackOverflowError e) { caught++; }
      }

      static void shrunkFile() throws Exception {
        File file = File.createTempFile("shrunk", "");
        try (var opened = new RandomAccessFile(file, "rw"); var arena = Arena.ofConfined()) {
          opened.setLength(1 << 16);
          MemorySegment mapped = opened.getChannel().map(MapMode.READ_WRITE, 0, 1 << 16, arena);
          opened.setLength(0);
          try { mapped.get(ValueLayout.JAVA_BYTE, 1 << 15); } catch (InternalError e) { caught++; }
        } finally {
          file.delete();
        }
      }

      static void memory(Random random) {
        for (int i = 0; i < 50; i++) {
          try (var arena = Arena.ofConfined()) { arena.allocate(1 + random.nextInt(4 << 20)).fill((byte) 1); }
        }
        System.gc();
      }

      void main(String[] args) {
        var worlds = new World[1];
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
          try { worlds[0].poll(); IO.println("a hook polled"); } catch (IllegalStateException e) { IO.println("hook refused"); }
        }));
        Weft.launch(args, world -> {
          worlds[0] = world;
          var sum = new long[2];
          Rsr1 word = world.rsr1("word", (source, value) -> sum[0] += value);
          RsrN block = world.rsrN("block", (source, payload) -> sum[1] += payload.getLong(payload.size() - 8));
          world.start();
          MemorySegment own = world.heap().allocate(1 << 20);
          own.set(ValueLayout.JAVA_LONG, (1 << 20) - 8, 7);
          var random = new Random(world.rank());
          for (int round = 0; round < 20; round++) {
            for (int target = 0; target < world.size(); target++) {
              for (int i = 0; i < 100; i++) word.send(target, i);
              block.send(target, round % 2 == 0 ? own : own.asSlice((1 << 20) - 1024));
            }
            signals(round);
            shrunkFile();
            memory(random);
            world.poll();
          }
          world.quiesce();
          long words = 20L * world.size() * 4950, blocks = 20L * world.size() * 7;
          if (sum[0] != words || sum[1] != blocks) throw new IllegalStateException(sum[0] + " " + sum[1]);
          if (caught < 10_000) throw new IllegalStateException("only " + caught);
          IO.println("rank " + world.rank() + " survived");
        });
        try { worlds[0].quiesce(); IO.println("too late, and yet"); } catch (IllegalStateException e) { IO.println("late refused"); }
      }
      """;

  @TempDir Path folder;

  @EachMpi
  void theJvmKeepsWhatItLivesOn(Mpi mpi) throws Exception {
    mpi.assumeThere();
    Weft weft = new Weft(folder).file("Survive.java", PROGRAM);
    weft.variable("TMPDIR", folder.toString());
    var result =
        weft.run("run", "--transport", "mpi", "--mpi", mpi.title, "-n", "" + RANKS, "Survive.java");
    // The hook swallows its refusals, so the runtime says them.
    assertThat(result.err().lines())
        .hasSize(RANKS)
        .allMatch(it -> it.startsWith("weft: World.poll was called by thread \"Thread-0\""));
    var expected = new ArrayList<String>();
    IntStream.range(0, RANKS)
        .forEach(rank ->
            expected.addAll(List.of("rank " + rank + " survived", "late refused", "hook refused")));
    assertThat(result.outLines()).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(result.exitCode()).isZero();
  }
}
