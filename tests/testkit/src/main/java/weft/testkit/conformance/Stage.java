// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import weft.Frame;
import weft.Rsr0;
import weft.Rsr1;
import weft.Rsr2;
import weft.Rsr3;
import weft.Rsr4;
import weft.RsrN;
import weft.World;
import weft.collective.Group;
import weft.testkit.Chaos;

/// One rank of one case: its world, its random behaviour, and handler names that are unique among
/// cases.
final class Stage {
  final World world;

  /// The group of all ranks, for cases that call collective operations.
  final Group all;

  final Chaos chaos;
  final long budget;
  private final String name;
  private final long seed;

  Stage(World world, String name, long seed, long budget) {
    this.world = world;
    this.all = Group.world(world);
    this.name = name;
    this.seed = seed + name.hashCode();
    this.chaos = Chaos.of(world, this.seed);
    this.budget = budget;
  }

  int rank() {
    return world.rank();
  }

  int size() {
    return world.size();
  }

  /// The bytes of a ring; a frame with its header may take an eighth of them.
  int ringBytes() {
    return (world.frameBytes() + 8) * 8;
  }

  /// The handler's name, prefixed with the case's name.
  String name(String handler) {
    return name + "/" + handler;
  }

  Rsr0 rsr0(String handler, Rsr0.Handler does) {
    return world.rsr0(name(handler), does);
  }

  Rsr1 rsr1(String handler, Rsr1.Handler does) {
    return world.rsr1(name(handler), does);
  }

  Rsr2 rsr2(String handler, Rsr2.Handler does) {
    return world.rsr2(name(handler), does);
  }

  Rsr3 rsr3(String handler, Rsr3.Handler does) {
    return world.rsr3(name(handler), does);
  }

  Rsr4 rsr4(String handler, Rsr4.Handler does) {
    return world.rsr4(name(handler), does);
  }

  RsrN rsrN(String handler, RsrN.Handler does) {
    return world.rsrN(name(handler), does);
  }

  /// The key of message `number` from `source` to `target`, the same on every rank.
  long key(int source, int target, long number) {
    return Chaos.mix(Chaos.mix(Chaos.mix(seed + source) + target) + number);
  }

  /// The word that a key determines, often an extreme value.
  static long word(long key) {
    return switch ((int) (key >>> 59)) {
      case 0 -> 0;
      case 1 -> -1;
      case 2 -> Long.MIN_VALUE;
      case 3 -> Long.MAX_VALUE;
      case 4 -> Integer.MIN_VALUE;
      default -> Chaos.mix(key);
    };
  }

  /// Compares a whole payload with the one that `key` determines.
  static void check(long key, Frame payload) {
    assertArrayEquals(Chaos.payload(key, (int) payload.size()), payload.toByteArray());
  }
}
