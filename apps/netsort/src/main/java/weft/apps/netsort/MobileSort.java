// SPDX-License-Identifier: Apache-2.0
package weft.apps.netsort;

import java.util.Formatter;
import java.util.Locale;
import weft.World;
import weft.apps.common.Headline;
import weft.checkpoint.Checkpoints;
import weft.checkpoint.Restored;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobileRsr0;
import weft.mobile.MobileRsr1;
import weft.mobile.MobileRsr2;
import weft.mobile.MobileType;
import weft.mobile.Self;

/// The mobile network sort of the DMCS paper (section 6.3): each key is an object. In step t the
/// objects i and i + 1 with i ≡ t mod 2 compare. The left object sends its key. The right one keeps
/// the larger key and returns the smaller. Then, if objects move, each moves to the rank given by a
/// hash of i and t.
///
/// A neighbour may be one step ahead, but never two, so one early offer is kept.
final class MobileSort {
  private static final int NONE = -1;

  /// An object with one key.
  private static final class Element {
    final int index;
    long key;
    int step;
    int earlyStep = NONE;
    long earlyKey;

    Element(int index, long key) {
      this.index = index;
      this.key = key;
    }
  }

  /// Nanoseconds of a core for an object's step.
  private static final int NANOS = 1_000;

  private static final int MOVING_NANOS = 4_000;

  private static final Codec<Element> CODEC =
      Codecs.of(
          "netsort-element",
          (element, out) -> {
            out.writeInt(element.index);
            out.writeLong(element.key);
            out.writeInt(element.step);
            out.writeInt(element.earlyStep);
            out.writeLong(element.earlyKey);
          },
          in -> {
            var element = new Element(in.readInt(), in.readLong());
            element.step = in.readInt();
            element.earlyStep = in.readInt();
            element.earlyKey = in.readLong();
            return element;
          });

  private final World world;
  private final Group group;
  private final int elements;
  private final long seed;
  private final long values;
  private final boolean moving;
  private final long[] sums;
  private final MobileArray<Element> all;

  /// The record holds the sums of the steps, as far as this rank knows them.
  private final Checkpoints<long[]> checkpoints;

  private final MobileRsr0<Element> place;
  private final MobileRsr1<Element> begin;
  private final MobileRsr2<Element> offer;
  private final MobileRsr2<Element> reply;

  private MobileSort(World world, SortOptions options) {
    this.world = world;
    this.group = Group.world(world);
    this.elements = (int) options.keys();
    this.seed = options.seed();
    this.values = options.values();
    this.moving = options.objects() == SortOptions.Objects.MOBILE;
    this.sums = new long[elements];
    MobileObjects objects = MobileObjects.of(world);
    MobileType<Element> type = objects.type("element", CODEC);
    place = type.rsr0("place", (self, element) -> self.migrate(target(element.index, NONE)));
    begin = type.rsr1("begin", this::begin);
    offer =
        type.rsr2("offer", (self, element, step, key) -> offered(self, element, (int) step, key));
    reply = type.rsr2("reply", (self, element, step, key) -> replied(self, element, key));
    all = type.array("elements", elements, i -> new Element((int) i, key((int) i)));
    checkpoints = Checkpoints.of(world, Codecs.of(long[].class));
  }

  /// Sorts, checks every step, and prints.
  static void run(World world, SortOptions options) {
    var sort = new MobileSort(world, options);
    world.start();
    sort.sort();
  }

  private long key(int index) {
    long key = mix(seed * 0x9E37L + index);
    return values == 0 ? key : Long.remainderUnsigned(key, values);
  }

  private void sort() {
    Headline.print(
        world,
        "netsort: %d objects (seed %d) that %s"
            .formatted(elements, seed, moving ? "move after every step" : "stay"),
        Headline.shared(world, (moving ? MOVING_NANOS : NANOS) * 1e-9 * elements * elements));
    Restored<long[]> restored = checkpoints.restored();
    if (restored == null) {
      if (world.rank() == 0) {
        place.broadcast(all);
      }
      world.quiesce();
    } else if (world.rank() == 0) {
      for (int rank = 0; rank < restored.ranks(); rank++) {
        long[] known = restored.record(rank);
        for (int step = 0; step < elements; step++) {
          sums[step] += known[step];
        }
      }
    }
    long sentBefore = group.allreduce(world.counters().sent(), Operator.SUM);
    long began = System.nanoTime();
    if (world.rank() == 0 && restored == null) {
      begin.broadcast(all, 0);
    }
    checkpoints.quiesce(sums::clone);
    double time = group.allreduce((System.nanoTime() - began) * 1e-9, Operator.MAX);
    long sent = group.allreduce(world.counters().sent(), Operator.SUM) - sentBefore;
    group.allreduce(sums, Operator.SUM);
    if (world.rank() == 0) {
      check();
      print(time, sent);
    }
  }

  private void print(double time, long sent) {
    var text = new Formatter(new StringBuilder(), Locale.ROOT);
    text.format(
        "  %.3f s, %.2f messages between ranks per object and step%n",
        time, sent / ((double) elements * elements));
    text.format("  checked: the sums of all %d steps%n", elements);
    text.format("  sorted, digest %016x%n", sums[elements - 1]);
    System.out.print(text);
  }

  // Handlers.

  private void begin(Self<Element> self, Element element, long step) {
    if (step != element.step) {
      return; // the left neighbour's offer arrived first, and the step is over
    }
    int partner = partner(element.index, element.step);
    if (partner == NONE) {
      finish(self, element);
    } else if (partner > element.index) {
      offer.send(all.at(partner), element.step, element.key);
    } else if (element.earlyStep == element.step) {
      element.earlyStep = NONE;
      exchange(self, element, element.earlyKey);
    }
  }

  private void offered(Self<Element> self, Element element, int step, long key) {
    if (step == element.step) {
      exchange(self, element, key);
    } else if (step == element.step + 1 && element.earlyStep == NONE) {
      element.earlyStep = step;
      element.earlyKey = key;
    } else {
      throw new IllegalStateException(
          "element " + element.index + " is at step " + element.step + ", and is offered " + step);
    }
  }

  private void exchange(Self<Element> self, Element element, long key) {
    reply.send(all.at(element.index - 1), element.step, Math.min(key, element.key));
    element.key = Math.max(key, element.key);
    finish(self, element);
  }

  private void replied(Self<Element> self, Element element, long key) {
    element.key = key;
    finish(self, element);
  }

  /// Ends the step; the next one begins at the rank to which the element moves.
  private void finish(Self<Element> self, Element element) {
    int step = element.step++;
    sums[step] += mark(element.index, step, element.key);
    if (step + 1 == elements) {
      return;
    }
    if (moving) {
      self.migrate(target(element.index, step));
    }
    begin.send(self.pointer(), element.step);
  }

  /// The rank of an element after `step`. It also gives the initial distribution.
  private int target(int index, int step) {
    return (int)
        Long.remainderUnsigned(mix(seed ^ mix((long) index << 32 | step + 1)), world.size());
  }

  /// The element with which `index` compares in `step`, or −1.
  private int partner(int index, int step) {
    int partner = (index - step & 1) == 0 ? index + 1 : index - 1;
    return partner < 0 || partner >= elements ? NONE : partner;
  }

  // Checking.

  /// Sorts again on one rank, and compares the sums of all steps.
  private void check() {
    var keys = new long[elements];
    for (int i = 0; i < elements; i++) {
      keys[i] = key(i);
    }
    for (int step = 0; step < elements; step++) {
      for (int i = step & 1; i + 1 < elements; i += 2) {
        long least = Math.min(keys[i], keys[i + 1]);
        keys[i + 1] = Math.max(keys[i], keys[i + 1]);
        keys[i] = least;
      }
      long sum = 0;
      for (int i = 0; i < elements; i++) {
        sum += mark(i, step, keys[i]);
      }
      if (sum != sums[step]) {
        throw new IllegalStateException(
            "the sum of step " + step + " is " + sums[step] + ", and must be " + sum);
      }
    }
  }

  private static long mark(int index, int step, long key) {
    return mix(key ^ mix((long) index << 32 | step));
  }

  /// SplitMix64.
  private static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
