// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.checkpoint.CheckpointPlan;
import weft.checkpoint.Checkpoints;
import weft.checkpoint.Restored;
import weft.codec.Codec;
import weft.codec.Codecs;

/// What a checkpoint holds of mobile objects, one thing after the other, and what is said if it
/// does not fit the program.
final class SavedObjectsTest {
  private static final int ELEMENTS = 12;

  /// An object that notes what it has handled.
  private static final class Note {
    final long id;
    final List<Long> seen = new ArrayList<>();

    Note(long id) {
      this.id = id;
    }
  }

  private static final Codec<Note> NOTE =
      Codecs.of(
          "note",
          (note, out) -> {
            out.writeLong(note.id);
            out.writeLongs(note.seen.stream().mapToLong(it -> it).toArray());
          },
          in -> {
            var note = new Note(in.readLong());
            for (long it : in.readLongs()) {
              note.seen.add(it);
            }
            return note;
          });

  /// The same in another format.
  private static final Codec<Note> OTHER =
      Codecs.of("other", (note, out) -> out.writeLong(note.id), in -> new Note(in.readLong()));

  @TempDir Path folder;

  private static void run(int ranks, weft.Body body) {
    try (Job job = Weft.open(WeftConfig.ofRanks(ranks))) {
      job.run(body);
    }
  }

  private CheckpointPlan plan() {
    return CheckpointPlan.NONE.withFolder(folder);
  }

  /// One rank of the program whose state is saved and restored.
  private static final class Program {
    final World world;
    final MobileObjects objects;
    final MobileType<Note> type;
    final MobileArray<Note> array;
    final MobileArray<Note> others;
    final MobileRsr1<Note> add;
    final MobileRsr1<Note> give;
    final MobileRsr1<Note> pin;
    final MobileRsr1<Note> unpin;
    final MobileReduction sum;
    final Checkpoints<Long> checkpoints;
    final List<Long> sums = Collections.synchronizedList(new ArrayList<>());

    Program(World world, CheckpointPlan plan) {
      this.world = world;
      objects = MobileObjects.of(world);
      type = objects.type("note", NOTE);
      add = type.rsr1("add", (self, note, value) -> note.seen.add(value));
      MobileReduction[] made = new MobileReduction[1];
      give =
          type.rsr1(
              "give",
              (self, note, value) ->
                  self.contributeLong(Objects.requireNonNull(made[0]), value + note.id));
      pin =
          type.rsr1(
              "pin",
              (self, note, value) -> {
                self.pin();
                self.migrate((int) value % world.size());
              });
      unpin = type.rsr1("unpin", (self, note, value) -> self.unpin());
      array = type.array("notes", ELEMENTS, Note::new);
      others = type.array("others", 0, Note::new);
      sum = array.longReduction("sum", Long::sum, (round, value) -> sums.add(value));
      made[0] = sum;
      checkpoints = Checkpoints.of(world, Codecs.of(Long.class), plan);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 7})
  void everythingComesBackOnceAndInOrder(int ranks) {
    run(
        4,
        world -> {
          var program = new Program(world, plan());
          world.start();
          assertThat(program.checkpoints.restored()).isNull();
          MobilePointer<Note> own = program.type.create(new Note(100 + world.rank()));
          program.add.send(own, 1);
          if (world.rank() == 1) {
            program.array.remove(5);
          }
          world.quiesce();
          world.quiesce();
          // Half of the elements give; one is pinned and is to leave; an index is free again.
          for (int i = world.rank(); i < ELEMENTS; i += 4) {
            if (i % 2 == 0) {
              program.give.send(program.array.at(i), 1000);
            }
          }
          if (world.rank() == 2) {
            program.pin.send(program.array.at(7), 3);
          }
          world.quiesce();
          // Messages in order, which wait in mailboxes, and for an element that does not exist.
          for (int k = 0; k < 20; k++) {
            program.add.send(program.array.at(3), world.rank() * 100 + k);
            program.add.send(program.others.at(40), world.rank() * 100 + k);
          }
          assertThat(program.checkpoints.save(own::word)).isTrue();
          throw new IllegalStateException("the first run ends here");
        },
        "the first run ends here");

    restoreAll(ranks);
  }

  private void restoreAll(int ranks) {
    run(
        ranks,
        world -> {
          var program = new Program(world, plan().withRestart(folder));
          world.start();
          Restored<Long> restored = Objects.requireNonNull(program.checkpoints.restored());
          MobilePointer<Note> fresh = program.type.create(new Note(7));
          for (int rank = 0; rank < restored.ranks(); rank++) {
            assertThat(fresh.word()).isNotEqualTo(restored.record(rank).longValue());
            program.add.send(program.type.pointer(restored.record(rank)), 2);
          }
          // Its number must follow those of the messages that wait.
          if (world.rank() == 0) {
            program.others.insert(40, new Note(40));
          }
          world.quiesce();
          for (int i = world.rank(); i < ELEMENTS; i += world.size()) {
            if (i % 2 == 1 && i != 5) {
              program.give.send(program.array.at(i), 1000);
            }
          }
          if (world.rank() == world.size() - 1) {
            program.unpin.send(program.array.at(7), 0);
          }
          world.quiesce();
          check(program, restored);
          if (world.rank() == 0) {
            program.array.insert(5, new Note(5)); // the index was free when the state was saved
          }
          world.quiesce();
        });
  }

  private static void check(Program program, Restored<Long> restored) {
    for (MobilePointer<Note> pointer : List.of(program.array.at(3), program.others.at(40))) {
      Note note = program.objects.here(pointer);
      if (note != null) {
        assertThat(note.seen).hasSize(80);
        for (int rank = 0; rank < 4; rank++) {
          int from = rank;
          assertThat(note.seen.stream().filter(it -> it / 100 == from))
              .as("%s, from rank %d", pointer, rank)
              .isSorted()
              .hasSize(20);
        }
      }
    }
    int found = 0;
    for (int rank = 0; rank < restored.ranks(); rank++) {
      Note note = program.objects.here(program.type.pointer(restored.record(rank)));
      if (note != null) {
        found++;
        assertThat(note.seen).hasSize(1 + program.world.size()).first().isEqualTo(1L);
      }
    }
    assertThat(found).isLessThanOrEqualTo(restored.ranks());
    if (program.world.rank() == 0) {
      // The sum of the indexes but 5, and 1000 for each of the eleven.
      assertThat(program.sums).containsExactly(66L - 5 + 11_000);
    }
  }

  private static void run(int ranks, weft.Body body, String failure) {
    assertThatThrownBy(() -> run(ranks, body)).hasMessageContaining(failure);
  }

  private void saveNotes() {
    run(
        2,
        world -> {
          var program = new Program(world, plan());
          world.start();
          program.add.send(program.array.at(1), 5);
          program.add.send(program.others.at(9), 5); // it certainly waits when the state is saved
          assertThat(program.checkpoints.save(() -> 1L)).isTrue();
          if (world.rank() == 0) {
            program.others.insert(9, new Note(9));
          }
          world.quiesce();
        });
  }

  /// A program that registers the type with another codec.
  private void restoreNotes(Codec<Note> codec, boolean accepts, String array, String request) {
    run(
        2,
        world -> {
          MobileObjects objects = MobileObjects.of(world);
          MobileType<Note> type = objects.type("note", codec);
          if (accepts) {
            type.accepts(NOTE, it -> it);
          }
          MobileRsr1<Note> add = type.rsr1(request, (self, note, value) -> note.seen.add(value));
          MobileArray<Note> notes = type.array(array, ELEMENTS, Note::new);
          MobileArray<Note> others = type.array("others", 0, Note::new);
          notes.longReduction("sum", Long::sum, (round, value) -> {});
          Checkpoints<Long> checkpoints =
              Checkpoints.of(world, Codecs.of(Long.class), plan().withRestart(folder));
          world.start();
          checkpoints.restored();
          add.send(notes.at(1), 6);
          if (world.rank() == 0) {
            others.insert(9, new Note(9));
          }
          world.quiesce();
          Note one = objects.here(notes.at(1));
          if (one != null) {
            // Two messages had been sent by the two ranks of the first run.
            assertThat(one.seen).containsExactly(5L, 5L, 6L, 6L);
          }
        });
  }

  @Test
  void anotherCodecIsRefusedUnlessTheTypeAcceptsIt() {
    saveNotes();

    assertThatThrownBy(() -> restoreNotes(OTHER, false, "notes", "add"))
        .hasMessageContaining(
            "objects of type \"note\" were saved by the codec note, and the program now has other");
    restoreNotes(OTHER, true, "notes", "add");
  }

  @Test
  void otherArraysAndRequestsAreNamed() {
    saveNotes();

    assertThatThrownBy(() -> restoreNotes(NOTE, false, "elements", "add"))
        .hasMessageContaining("the checkpoint has the array notes as 0 12 elements of note");
    assertThatThrownBy(() -> restoreNotes(NOTE, false, "notes", "plus"))
        .hasMessageContaining("messages \"note.add\" that wait for objects");
  }

  @Test
  void aProgramWithoutObjectsIsToldThatItIsAnother() {
    saveNotes();

    assertThatThrownBy(() ->
            run(
                1,
                world -> {
                  Checkpoints<Long> checkpoints =
                      Checkpoints.of(world, Codecs.of(Long.class), plan().withRestart(folder));
                  world.start();
                  checkpoints.restored();
                }))
        .hasMessageContaining("with mobile objects, which this program does not use");
  }

  @Test
  void restoredComesBeforeAllElse() {
    saveNotes();

    assertThatThrownBy(() ->
            run(
                1,
                world -> {
                  var program = new Program(world, plan().withRestart(folder));
                  world.start();
                  program.type.create(new Note(1));
                  program.checkpoints.restored();
                }))
        .hasMessageContaining("has created objects, or sent to objects, before");
  }

  @Test
  void anOpenCallLeavesTheCheckpointOut() {
    run(
        2,
        world -> {
          MobileObjects objects = MobileObjects.of(world);
          MobileType<Note> type = objects.type("note", NOTE);
          MobileCall<Note, Long, Long> twice =
              type.call(
                  "twice",
                  Codecs.of(Long.class),
                  Codecs.of(Long.class),
                  (self, note, value) -> 2 * value);
          MobileArray<Note> array = type.array("notes", 2, Note::new);
          Checkpoints<Long> checkpoints = Checkpoints.of(world, Codecs.of(Long.class), plan());
          world.start();
          var completion = world.completion();
          twice.call(array.at(9), 4L, completion); // which does not exist yet
          assertThat(checkpoints.save(() -> 1L)).isFalse();
          if (world.rank() == 0) {
            array.insert(9, new Note(9));
          }
          completion.await();
          assertThat(twice.result(completion)).isEqualTo(8L);
          assertThat(checkpoints.save(() -> 1L)).isTrue();
        });
  }
}
