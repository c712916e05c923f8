// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import weft.Body;
import weft.Weft;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.testkit.WeftTest;

/// What a program can do wrong with mobile objects, and the sentences that it gets.
final class BadInputTest {
  private static final Codec<long[]> LONGS =
      Codecs.of("longs", (value, out) -> out.writeLongs(value), Reader::readLongs);

  /// Runs a job of two ranks that fails, and returns all that it says of it.
  private static String failureOf(Body body) {
    Throwable thrown = catchThrowable(() -> Weft.launch(new String[] {"--weft-ranks", "2"}, body));
    assertThat(thrown).isNotNull();
    var text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @WeftTest(ranks = {2})
  void aPointerOfAnotherTypeIsRefusedAtTheSender(World world) {
    var objects = MobileObjects.of(world);
    MobileType<long[]> cell = objects.type("cell", LONGS);
    MobileType<long[]> region = objects.type("region", LONGS);
    MobileRsr1<long[]> add = cell.rsr1("add", (self, it, value) -> it[0] += value);
    world.start();
    MobilePointer<long[]> wrong = region.create(new long[1]);
    assertThatThrownBy(() -> add.send(wrong, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "rank %d sends \"add\" of cell to region %d.1, which is of another type"
                .formatted(world.rank(), world.rank()));
    assertThatThrownBy(() -> objects.migrate(cell.pointer(wrong.word()), 0))
        .hasMessageContaining("where it is not");
    assertThatThrownBy(() -> cell.pointer(0))
        .hasMessageContaining("which no object of this type and job has");
    assertThatThrownBy(() -> cell.pointer(99L << 43 | 1))
        .hasMessageContaining("which no object of this type and job has");
    assertThatThrownBy(() -> add.send(cell.createOn(7, new long[1]), 1))
        .hasMessageContaining("but the ranks of this job are 0 to 1");
  }

  @Test
  void aPointerOfAnotherJobIsRefusedAtTheSender() {
    List<MobilePointer<long[]>> kept = new CopyOnWriteArrayList<>();
    Weft.launch(
        new String[] {"--weft-ranks", "1"},
        world -> {
          MobileType<long[]> cell = MobileObjects.of(world).type("cell", LONGS);
          world.start();
          kept.add(cell.create(new long[1]));
        });
    Weft.launch(
        new String[] {"--weft-ranks", "2"},
        world -> {
          MobileType<long[]> cell = MobileObjects.of(world).type("cell", LONGS);
          MobileRsr1<long[]> add = cell.rsr1("add", (self, it, value) -> it[0] += value);
          world.start();
          assertThatThrownBy(() -> add.send(kept.get(0), 1))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("whose pointer belongs to another rank or another job")
              .hasMessageContaining("send its word()");
        });
  }

  @WeftTest(ranks = {2})
  void anObjectEndsOnce(World world) {
    MobileType<long[]> cell = MobileObjects.of(world).type("cell", LONGS);
    var refused = new boolean[1];
    MobileRsr0<long[]> end =
        cell.rsr0(
            "end",
            (self, it) -> {
              self.destroy();
              assertThatThrownBy(self::destroy)
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageContaining("handler \"end\" of cell " + world.rank() + ".1")
                  .hasMessageContaining("calls Self.destroy twice on rank " + world.rank());
              refused[0] = true;
            });
    world.start();
    end.send(cell.create(new long[1]));
    world.quiesce();
    assertThat(refused[0]).isTrue();
  }

  @Test
  void aMessageToAnObjectThatHasEndedEndsTheJob() {
    String said =
        failureOf(world -> {
          MobileType<long[]> cell = MobileObjects.of(world).type("cell", LONGS);
          MobileRsr0<long[]> end = cell.rsr0("end", (self, it) -> self.destroy());
          world.start();
          if (world.rank() == 0) {
            MobilePointer<long[]> p = cell.create(new long[1]);
            end.send(p);
            end.send(p);
          }
          world.quiesce();
        });
    assertThat(said)
        .contains("a message \"end\" from rank 0 is for cell 0.1, which has ended or never existed")
        .contains("MobileType.undelivered");
  }

  @Test
  void aCodecThatThrowsOnArrivalEndsTheJob() {
    Codec<long[]> bad =
        Codecs.of(
            "bad",
            (value, out) -> out.writeLongs(value),
            in -> {
              throw new IllegalStateException("it came on a Friday");
            });
    String said =
        failureOf(world -> {
          MobileObjects objects = MobileObjects.of(world);
          MobileType<long[]> cell = objects.type("cell", bad);
          world.start();
          if (world.rank() == 0) {
            objects.migrate(cell.create(new long[1]), 1);
          }
          world.quiesce();
        });
    assertThat(said)
        .contains("rank 1 cannot decode cell 0.1, which has arrived from rank 0")
        .contains("it came on a Friday");
  }

  @Test
  void aWaitInAHandlerOfAnObjectEndsTheJob() {
    String said =
        failureOf(world -> {
          MobileType<long[]> cell = MobileObjects.of(world).type("cell", LONGS);
          MobileRsr0<long[]> wait = cell.rsr0("wait", (self, it) -> world.quiesce());
          world.start();
          if (world.rank() == 0) {
            wait.send(cell.create(new long[1]));
          }
          world.quiesce();
        });
    assertThat(said)
        .contains("World.quiesce was called on rank 0")
        .contains("handler \"wait\" of cell 0.1 for a message from rank 0");
  }

  @Test
  void anElementThatNeverComesIsNamed() {
    String said =
        failureOf(world -> {
          MobileType<long[]> cell = MobileObjects.of(world).type("cell", LONGS);
          MobileRsr0<long[]> touch = cell.rsr0("touch", (self, it) -> it[0]++);
          MobileArray<long[]> all = cell.array("cells", 4, i -> new long[1]);
          world.start();
          if (world.rank() == 1) {
            touch.send(all.at(17));
            touch.send(all.at(17));
          }
          world.quiesce();
        });
    assertThat(said)
        .contains("nothing is in flight any more, but on rank ")
        .contains("2 messages wait for elements that were never inserted: cells[17]");
  }

  @Test
  void anElementThatIsInsertedTwiceEndsTheJob() {
    String said =
        failureOf(world -> {
          MobileType<long[]> cell = MobileObjects.of(world).type("cell", LONGS);
          MobileArray<long[]> all = cell.array("cells", 4, i -> new long[1]);
          world.start();
          all.insert(9, new long[1]);
          world.quiesce();
        });
    assertThat(said).contains("element 9 of the array \"cells\" was inserted by rank ");
  }

  @Test
  void ranksThatRegisterDifferentlyAreNamed() {
    String said =
        failureOf(world -> {
          MobileObjects objects = MobileObjects.of(world);
          objects.type(world.rank() == 0 ? "cell" : "region", LONGS);
          world.start();
        });
    assertThat(said).contains("mobile type ").contains("rank");
  }
}
