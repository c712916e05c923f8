// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.Body;
import weft.Recording;
import weft.Weft;
import weft.WeftConfig;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobileRsr1;
import weft.mobile.MobileType;
import weft.mobile.balance.Balance;
import weft.recording.RecordedObjects;

/// What a report says of mobile objects.
final class ObjectsSectionTest {
  private static final int RANKS = 3;
  private static final int OBJECTS = 30;
  private static final int STEPS = 20;
  private static final Codec<long[]> LONGS =
      Codecs.of("longs", (value, out) -> out.writeLongs(value), Reader::readLongs);

  @TempDir Path folder;

  private String report(Body body) throws Exception {
    Path file = folder.resolve("out.html");
    var config = WeftConfig.ofRanks(RANKS).withRecording(Recording.NONE.withReport(file));
    try (var job = Weft.open(config)) {
      job.run(body);
    }
    return Files.readString(file);
  }

  @Test
  void loadMovesHopsAndSendersAreShown() throws Exception {
    String page =
        report(world -> {
          MobileObjects objects = MobileObjects.of(world);
          MobileType<long[]> type = objects.type("cell", LONGS);
          List<MobileRsr1<long[]>> add = new ArrayList<>();
          List<MobileArray<long[]>> all = new ArrayList<>();
          add.add(
              type.rsr1(
                  "add",
                  (self, cell, left) -> {
                    if (left > 0) {
                      long other = (self.index() * 7 + left) % OBJECTS;
                      add.get(0).send(all.get(0).at(other), left - 1);
                    }
                  }));
          all.add(type.array("cells", OBJECTS, i -> new long[1]));
          world.start();
          for (int round = 0; round < 5; round++) {
            if (world.rank() == 0) {
              add.get(0).broadcast(all.get(0), STEPS);
            }
            world.quiesce();
            objects.balance(Balance.random(round));
          }
          world.quiesce();
        });
    assertThat(page)
        .contains(
            "How even was the load of mobile objects?",
            "Share of the time in handlers of objects",
            "Objects that arrived at a rank",
            "Objects that left a rank",
            "Messages to objects")
        // It depends on time whether a message finds that its object has moved.
        .containsAnyOf("hops more for each message", "to objects on other ranks took one hop.");
  }

  @Test
  void aJobWithoutObjectsHasNoSuchSection() throws Exception {
    String page =
        report(world -> {
          world.start();
          world.quiesce();
        });
    assertThat(page).contains("Who waited for whom?").doesNotContain("mobile objects");
  }

  @Test
  void whatIsWrittenIsRead() {
    var written =
        new RecordedObjects(
            2,
            17,
            1000,
            new long[] {5, 6},
            new long[] {1, 0},
            new long[] {0, 2},
            new long[] {7, 0},
            new long[] {0, 8},
            new long[] {10, 11},
            new long[] {9},
            new long[] {3, 4, 5});
    written.write(folder);
    RecordedObjects read = RecordedObjects.read(folder, 2);
    assertThat(read).usingRecursiveComparison().isEqualTo(written);
    assertThat(RecordedObjects.read(folder, 1)).isNull();
  }
}
