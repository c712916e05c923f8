// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Only what nobody uses is removed.
final class LibraryLeftoversTest {
  @TempDir Path place;

  private Path file(String name) throws Exception {
    return Files.write(place.resolve(name), new byte[4096]);
  }

  private static MappedByteBuffer map(Path file) throws Exception {
    try (var opened = new RandomAccessFile(file.toFile(), "rw")) {
      return opened.getChannel().map(MapMode.READ_WRITE, 0, 4096);
    }
  }

  @Test
  void removesWhatNoProcessUses() throws Exception {
    Path left = file("ucx_shm_posix_1a2b");
    Path other = file("somebody.else");
    Path old = file("mpich_shar_tmpOLD");
    Files.setLastModifiedTime(old, FileTime.fromMillis(1_000));
    Path open = file("mpich_shar_tmpOPEN");
    Path mapped = file("mpich_shar_tmpMAPPED");
    MappedByteBuffer bytes = map(mapped);
    try (var holder = new RandomAccessFile(open.toFile(), "rw")) {
      assertThat(LibraryLeftovers.remove(place, 2_000)).isEqualTo(1);
      assertThat(bytes.get(0)).isZero();
      assertThat(holder.length()).isEqualTo(4096);
    }
    assertThat(left).doesNotExist();
    assertThat(place).isDirectoryNotContaining("glob:**posix*");
    assertThat(other).exists();
    assertThat(old).exists();
    assertThat(open).exists();
    assertThat(mapped).exists();
  }
}
