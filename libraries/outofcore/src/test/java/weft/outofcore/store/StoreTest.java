// SPDX-License-Identifier: Apache-2.0
package weft.outofcore.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.WeftException;
import weft.testkit.Chaos;

/// What a store gives back is what was put, with the page cache and without.
final class StoreTest {
  private static final int MOST = 3 << 20;

  @TempDir private Path folder = Path.of("");

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Entry(Stored stored, byte[] data) {}

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void randomUse(boolean direct) throws IOException {
    long seed = Chaos.seed(0);
    var random = new Random(seed);
    List<Entry> entries = new ArrayList<>();
    var pending = new int[1];
    try (var store = open(direct, Long.MAX_VALUE)) {
      for (int i = 0; i < 600; i++) {
        int what = random.nextInt(4);
        if (what == 0 || entries.isEmpty()) {
          var data = new byte[(int) Math.exp(random.nextDouble() * Math.log(MOST))];
          random.nextBytes(data);
          entries.add(new Entry(store.put(i, data.clone(), data.length), data));
        } else if (what == 1 && entries.size() > 30) {
          store.free(entries.remove(random.nextInt(entries.size())).stored);
        } else if (what == 2) {
          Entry entry = entries.get(random.nextInt(entries.size()));
          assertThat(Arrays.equals(store.get(entry.stored), entry.data))
              .as("seed %d, step %d", seed, i)
              .isTrue();
        } else {
          Entry entry = entries.get(random.nextInt(entries.size()));
          if (!entry.stored.isInMemory()) {
            pending[0]++;
            int step = i;
            store.fetch(
                entry.stored,
                data -> {
                  pending[0]--;
                  assertThat(Arrays.equals(data, entry.data))
                      .as("seed %d, step %d", seed, step)
                      .isTrue();
                });
            while (pending[0] > 0) {
              store.poll();
              Thread.onSpinWait();
            }
          }
        }
      }
      store.flush();
      assertThat(store.waiting()).isZero();
      entries.forEach(it -> store.free(it.stored));
      assertThat(store.length()).isZero();
      assertThat(store.used()).isZero();
    }
  }

  @Test
  void theFileHasNoName() throws IOException {
    try (var store = open(false, Long.MAX_VALUE)) {
      store.put(1, new byte[100], 100);
      try (var files = Files.list(folder)) {
        assertThat(files.toList()).isEmpty();
      }
    }
  }

  @Test
  void aFullStoreIsTold() throws IOException {
    try (var store = open(false, 8192)) {
      Stored first = store.put(1, new byte[4000], 4000);
      assertThatThrownBy(() -> store.put(2, new byte[5000], 5000))
          .isInstanceOf(WeftException.class)
          .hasMessageContaining("is full")
          .hasMessageContaining("--store-limit 8192")
          .hasMessageContaining(folder.toString());
      store.free(first);
      store.flush();
      store.put(2, new byte[5000], 5000);
    }
  }

  @Test
  void whatHasChangedOnDiskIsNoticed() throws IOException {
    var data = new byte[100_000];
    new Random(1).nextBytes(data);
    try (StoreFile file = StoreFile.open(folder, false);
        Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = StoreFile.buffer(arena);
      file.write(512, 7, data, data.length, buffer);
      assertThat(file.read(512, 7, data.length, buffer)).isEqualTo(data);
      assertThatThrownBy(() -> file.read(512, 8, data.length, buffer))
          .hasMessageContaining("has another object there");
      data[5]++;
      file.write(200_000, 7, data, data.length, buffer);
      file.truncate(250_000);
      assertThatThrownBy(() -> file.read(200_000, 7, data.length, buffer))
          .hasMessageContaining("ends too early");
      // The header of one and the data of another.
      var other = new byte[16];
      file.write(512 + 1000, 9, other, other.length, buffer);
      assertThatThrownBy(() -> file.read(512, 7, data.length, buffer))
          .hasMessageContaining("has other bytes than were written")
          .hasMessageContaining("--store");
    }
  }

  @Test
  void foldersThatWereMadeForItAreRemoved() throws IOException {
    Path outer = folder.resolve("a");
    Path inner = outer.resolve("b/c");
    try (var one = open(inner);
        var other = open(inner)) {
      assertThat(outer).doesNotExist();
      Stored stored = other.put(1, new byte[] {7}, 1);
      other.flush();
      assertThat(other.get(stored)).containsExactly(7);
      assertThat(one.used()).isZero();
    }
    assertThat(outer).doesNotExist();
    Files.createDirectory(outer);
    open(inner).close();
    assertThat(outer).isEmptyDirectory();
  }

  private static Store open(Path folder) throws IOException {
    return new Store(folder, false, Long.MAX_VALUE, 1 << 20, "test-store-", () -> {});
  }

  @Test
  void aFileInPlaceOfTheFolderIsTold() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> open(file))
        .hasMessage("no file can be made in the folder " + file + ": it is a file");
    assertThatThrownBy(() -> open(file.resolve("inner")))
        .hasMessageStartingWith("no file can be made in the folder " + file.resolve("inner"));
    assertThat(file).isRegularFile();
  }

  @Test
  void aFolderThatCannotBeUsedIsTold() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> new Store(file, false, 1 << 20, 1 << 20, "t", () -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no file can be made in the folder " + file);
    assertThatThrownBy(
            () -> new Store(Path.of("/proc/weft"), false, 1 << 20, 1 << 20, "t", () -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/proc/weft");
  }

  private Store open(boolean direct, long limit) throws IOException {
    return new Store(folder, direct, limit, 4 << 20, "store-", () -> {});
  }
}
