// SPDX-License-Identifier: Apache-2.0
package weft.system.faults;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import weft.Weft;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobileRsr0;
import weft.mobile.MobileType;

/// The program under test: objects of all sizes go from rank to rank for ever, some of them larger
/// than what is sent in one piece. Every rank prints its process number first, and that it is ready
/// when many have come.
final class MigratingObjects {
  private static final int OBJECTS = 24;
  private static final int LARGEST = 1 << 20;
  private static final int MANY = 100;
  private static final Codec<byte[]> BYTES =
      Codecs.of("bytes", (value, out) -> out.writeBytes(value), Reader::readBytes);

  private MigratingObjects() {}

  public static void main(String[] args) {
    Weft.launch(args, MigratingObjects::run);
  }

  private static void run(World world) {
    System.out.println("pid " + ProcessHandle.current().pid());
    MobileObjects objects = MobileObjects.of(world);
    MobileType<byte[]> type = objects.type("traveller", BYTES);
    var came = new int[1];
    List<MobileRsr0<byte[]>> go = new ArrayList<>();
    go.add(
        type.rsr0(
            "go",
            (self, bytes) -> {
              for (byte each : bytes) {
                if (each != (byte) self.index()) {
                  throw new IllegalStateException(self + " has come with other bytes");
                }
              }
              if (++came[0] == MANY) {
                System.out.println("ready");
              }
              self.migrate((self.rank() + 1) % world.size());
              go.get(0).send(self.pointer());
            }));
    MobileArray<byte[]> all =
        type.array(
            "travellers",
            OBJECTS,
            i -> {
              var bytes = new byte[i % 4 == 0 ? LARGEST : 100 * (int) i];
              Arrays.fill(bytes, (byte) i);
              return bytes;
            });
    world.start();
    if (world.rank() == 0) {
      go.get(0).broadcast(all);
    }
    world.quiesce();
  }
}
