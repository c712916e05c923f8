// SPDX-License-Identifier: Apache-2.0
package weft.random.channels;

import weft.Rsr2;
import weft.World;
import weft.codec.Codecs;
import weft.overlap.Channel;
import weft.random.channels.Plan.Way;

/// Makes the wires of a rank outside its loop.
final class Wires {
  private Wires() {}

  static Wire of(World world, Way way, String name, Wire.Receiver to) {
    int size = world.size();
    return switch (way) {
      case WORDS -> Wire.words(size, to, it -> Channel.words(world, name, it));
      case BATCHES, ARRAYS -> Wire.batches(size, to, it -> Channel.wordBatches(world, name, it));
      case PAIRS -> Wire.pairs(size, to, it -> Channel.pairs(world, name, it));
      case OBJECTS ->
          Wire.objects(size, to, it -> Channel.of(world, name, Codecs.record(Wire.Item.class), it));
      case VECTORS -> Wire.vectors(size, to, it -> Channel.vectors(world, name, it));
      case REQUESTS -> requests(world, name, to);
    };
  }

  private static Wire requests(World world, String name, Wire.Receiver to) {
    Rsr2 request = world.rsr2(name, (source, tag, check) -> to.received(source, tag, check, null));
    return new Wire(null, world.size()) {
      @Override
      void push(int target, long tag, long check, byte[] payload) {
        request.send(target, tag, check);
      }

      @Override
      boolean tryPush(int target, long tag, long check, byte[] payload) {
        return request.trySend(target, tag, check);
      }
    };
  }
}
