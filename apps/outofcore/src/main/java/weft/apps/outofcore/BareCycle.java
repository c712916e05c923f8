// SPDX-License-Identifier: Apache-2.0
package weft.apps.outofcore;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import weft.GlobalPointer;
import weft.Rsr1;
import weft.World;

/// A cycle by hand, at least what each must do: rank 0 reads a file, and puts the bytes into rank
/// 1's memory behind which a handler runs; that puts them back, and rank 0 writes the file.
final class BareCycle {
  private static final int SERVER = 0;
  private static final int ENGINE = 1;

  private final World world;
  private final GlobalPointer place;
  private final MemorySegment mine;
  private final Rsr1 arrived;
  private int returned;

  /// Every rank creates it, before [World#start].
  BareCycle(World world, int largest) {
    this.world = world;
    this.place = world.heap().mallocAll(largest);
    this.mine = world.heap().segment(place, largest);
    this.arrived = world.rsr1("bytes arrived", (source, bytes) -> arrived(bytes));
  }

  private void arrived(long bytes) {
    if (world.rank() == SERVER) {
      returned++;
    } else {
      send(SERVER, bytes);
    }
  }

  private void send(int target, long bytes) {
    world.memory().put(mine, 0, place.at(target), 0, bytes, arrived.op(bytes));
  }

  /// The seconds of the way of `bytes` bytes there and back, at rank 0.
  double wire(int bytes, int cycles) {
    return Times.median(cycles, cycle -> goRound(bytes));
  }

  private void goRound(int bytes) {
    int before = returned;
    send(ENGINE, bytes);
    world.pollUntil(() -> returned > before);
  }

  /// The seconds of a cycle with its file, at rank 0.
  double whole(int bytes, int cycles, Path folder) throws IOException {
    Path file = Files.createTempFile(folder, ".weft-percolate", ".tmp");
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE)) {
      ByteBuffer buffer = mine.asSlice(0, bytes).asByteBuffer();
      write(channel, buffer);
      return Times.median(
          cycles,
          cycle -> {
            read(channel, buffer);
            goRound(bytes);
            write(channel, buffer);
          });
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static void read(FileChannel channel, ByteBuffer buffer) throws IOException {
    buffer.clear();
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, buffer.position()) < 0) {
        throw new IOException("the file ends too early");
      }
    }
  }

  private static void write(FileChannel channel, ByteBuffer buffer) throws IOException {
    buffer.clear();
    while (buffer.hasRemaining()) {
      channel.write(buffer, buffer.position());
    }
  }
}
