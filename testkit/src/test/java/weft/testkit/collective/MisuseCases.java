// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import weft.Completion;
import weft.Rsr0;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.Parts;
import weft.collective.schedule.Choices;

/// Programs whose ranks call different things; rank 1 is the one that errs, where one does.
final class MisuseCases {
  private static final int FEW = 3;
  private static final int MANY = 3_000;

  /// What one rank does in a scenario; `odd` is the one that errs.
  @FunctionalInterface
  interface Scenario {
    void run(World world, Group all, boolean odd) throws Exception;
  }

  /// A scenario, the words that the report must have, how many ranks it takes at least, and whether
  /// it can be on ranks that share no memory.
  record Case(Scenario scenario, List<String> words, int least, boolean apart) {
    Case ofRanks(int least) {
      return new Case(scenario, words, least, apart);
    }

    Case sharing() {
      return new Case(scenario, words, least, false);
    }
  }

  /// The handler of each rank's "in a handler".
  static final ThreadLocal<Rsr0> HANDLER = new ThreadLocal<>();

  /// By name.
  static final Map<String, Case> ALL = new LinkedHashMap<>();

  private MisuseCases() {}

  private static void add(String name, Scenario scenario, String... words) {
    ALL.put(name, new Case(scenario, List.of(words), 2, true));
  }

  private static Data longs(int count) {
    return Data.of(new long[count]);
  }

  private static int[] filled(int size, int count) {
    int[] counts = new int[size];
    Arrays.fill(counts, count);
    return counts;
  }

  /// Blocks of `count` elements; for who errs, of twice as many for rank 1.
  private static Parts parts(World world, boolean odd, int count) {
    return parts(world, 1, odd ? 2 * count : count, count);
  }

  /// Blocks of `count` elements, but for one rank of `other`.
  private static Parts parts(World world, int rank, int other, int count) {
    int[] counts = filled(world.size(), count);
    counts[rank] = other;
    return Parts.of(counts);
  }

  private static void await(World world, Group all, Operation operation) {
    Completion done = world.completion();
    all.start(operation, done);
    done.await();
  }

  private static void broadcasts(Group all, int count) {
    for (int i = 0; i < count; i++) {
      all.run(Operation.broadcast(0, longs(FEW)));
    }
  }

  static {
    for (int count : new int[] {FEW, MANY}) {
      String size = ", " + count + " elements";
      add(
          "another operation" + size,
          (world, all, odd) ->
              all.run(
                  odd
                      ? Operation.scan(longs(count), longs(count), Operator.SUM)
                      : Operation.allreduce(longs(count), Operator.SUM)),
          "scan of " + count + " LONG",
          "allreduce of " + count + " LONG",
          "call number 0 of group 0");
      add(
          "another root" + size,
          (world, all, odd) -> {
            all.run(Operation.broadcast(odd ? 1 : 0, longs(count)));
            all.barrier();
            world.pollUntil(() -> false); // until the job has failed
          },
          "root 0",
          "root 1");
      add(
          "another root, and nothing more" + size,
          (world, all, odd) -> all.run(Operation.broadcast(odd ? 1 : 0, longs(count))),
          "broadcast of " + count,
          "root 0",
          "root 1");
      add(
          "another root of a reduction, and nothing more" + size,
          (world, all, odd) ->
              all.run(Operation.reduce(odd ? 0 : 1, longs(count), longs(count), Operator.SUM)),
          "reduce of " + count,
          "root 0",
          "root 1");
      add(
          "begun and waited for" + size,
          (world, all, odd) -> {
            Operation sum = Operation.allreduce(longs(count), Operator.SUM);
            if (odd) {
              await(world, all, sum);
            } else {
              all.run(sum);
            }
          },
          "allreduce of " + count + " LONG",
          "Group.start on rank 1",
          "Group.run on rank ");
      add(
          "begun by who receives a broadcast" + size,
          (world, all, odd) -> {
            Operation broadcast = Operation.broadcast(0, longs(count));
            if (odd) {
              await(world, all, broadcast);
            } else {
              all.run(broadcast);
            }
          },
          "broadcast of " + count + " LONG",
          "Group.start on rank 1",
          "Group.run on rank ");
      add(
          "begun by the root of a reduction" + size,
          (world, all, odd) -> {
            Operation sum = Operation.reduce(1, longs(count), longs(count), Operator.SUM);
            if (odd) {
              await(world, all, sum);
            } else {
              all.run(sum);
            }
          },
          "reduce of " + count + " LONG",
          "Group.start on rank 1",
          "Group.run on rank ");
      add(
          "two who begin broadcasts of each other" + size,
          (world, all, odd) ->
              await(world, all, Operation.broadcast(world.rank() == 0 ? 1 : 0, longs(count))),
          "broadcast of " + count,
          "root 0",
          "root 1");
      add(
          "another operation among many begun" + size,
          (world, all, odd) -> {
            var done = world.completionSet();
            for (int i = 0; i < 60; i++) {
              Completion one = world.completion();
              all.start(
                  odd && i == 40
                      ? Operation.allreduce(longs(count + 1), Operator.MAX)
                      : Operation.allreduce(longs(count), Operator.SUM),
                  one);
              done.add(one);
            }
            done.awaitAll();
          },
          "call number 40 of group 0",
          "allreduce of " + count + " LONG",
          "allreduce of " + (count + 1) + " LONG");
      add(
          "two who disagree, and a third who has called nothing" + size,
          (world, all, odd) -> {
            if (world.rank() == 0) {
              await(world, all, Operation.reduce(2, longs(count), Data.none(), Operator.SUM));
            } else if (odd) {
              await(world, all, Operation.gather(2, longs(count), Data.none()));
            }
            world.pollUntil(() -> false);
          },
          "gather of " + count + " LONG",
          "reduce of " + count + " LONG",
          "\" on rank 0",
          "\" on rank 1");
      ALL.computeIfPresent(
          "two who disagree, and a third who has called nothing" + size, (_, it) -> it.ofRanks(3));
      add(
          "no block in a gather, where one is expected" + size,
          (world, all, odd) ->
              all.run(
                  Operation.gather(
                      0, longs(count), longs(9 * count), parts(world, 1, odd ? 0 : count, count))),
          "rank 1 sends 0 bytes to rank 0, which expects " + 8 * count,
          "gather with parts");
      add(
          "no block in a scatter, where one is expected" + size,
          (world, all, odd) ->
              all.run(
                  Operation.scatter(
                      0, longs(9 * count), longs(count), parts(world, 1, odd ? count : 0, count))),
          "rank 0 sends 0 bytes to rank 1, which expects " + 8 * count,
          "scatter with parts");
      for (boolean sends : new boolean[] {false, true}) {
        add(
            "no block in an all-to-all, where one is " + (sends ? "sent" : "expected") + size,
            (world, all, odd) -> {
              boolean gives = world.rank() != 0 || sends;
              Parts in = parts(world, 1, gives ? count : 0, count);
              Parts out = parts(world, 0, odd && sends ? 0 : count, count);
              all.run(Operation.alltoall(longs(9 * count), in, longs(9 * count), out));
              world.pollUntil(() -> false);
            },
            "rank 0 sends "
                + (sends ? 8 * count : 0)
                + " bytes to rank 1, which expects "
                + (sends ? 0 : 8 * count),
            "alltoall with parts");
      }
      add(
          "another length of a block in a gather" + size,
          (world, all, odd) ->
              all.run(
                  Operation.gather(
                      0, longs(2 * count), longs(9 * count), parts(world, odd, count))),
          "rank 1 sends",
          "which expects",
          "gather with parts");
      add(
          "another length of a block in a scatter" + size,
          (world, all, odd) ->
              all.run(
                  Operation.scatter(
                      0, longs(9 * count), longs(2 * count), parts(world, odd, count))),
          "to rank 1, which expects " + 16 * count,
          "scatter with parts");
      add(
          "another length of a block in an all-to-all" + size,
          (world, all, odd) -> {
            Parts parts = Parts.of(filled(world.size(), count));
            int[] taken = filled(world.size(), count);
            taken[0] *= odd ? 2 : 1;
            Parts out = Parts.of(taken);
            all.run(Operation.alltoall(longs(9 * count), parts, longs(9 * count), out));
            world.pollUntil(() -> false);
          },
          "rank 0 sends " + 8 * count + " bytes to rank 1, which expects " + 16 * count,
          "alltoall with parts");
      add(
          "other lengths in an allgather" + size,
          (world, all, odd) ->
              all.run(
                  Operation.allgather(
                      longs(2 * count), longs(9 * count), parts(world, odd, count))),
          "allgather with parts of lengths #");
      add(
          "other lengths in a reduceScatter" + size,
          (world, all, odd) ->
              all.run(
                  Operation.reduceScatter(
                      longs(9 * count), longs(2 * count), Operator.SUM, parts(world, odd, count))),
          "reduce_scatter with parts of lengths #");
      add(
          "another length" + size,
          (world, all, odd) ->
              all.run(Operation.allreduce(longs(odd ? count + 1 : count), Operator.SUM)),
          "allreduce of " + count + " LONG",
          "allreduce of " + (count + 1) + " LONG");
      add(
          "another type" + size,
          (world, all, odd) ->
              all.run(
                  Operation.allreduce(
                      odd ? Data.of(new double[count]) : longs(count), Operator.SUM)),
          "LONG",
          "DOUBLE");
      add(
          "another operator" + size,
          (world, all, odd) ->
              all.run(Operation.allreduce(longs(count), odd ? Operator.MAX : Operator.SUM)),
          "operator");
      add(
          "one rank leaves" + size,
          (world, all, odd) -> {
            if (!odd) {
              all.run(Operation.allreduce(longs(count), Operator.SUM));
            }
          },
          "nothing more (its body has returned)",
          "allreduce of " + count + " LONG");
      add(
          "another order" + size,
          (world, all, odd) -> {
            for (int i = 0; i < 2; i++) {
              if (odd == (i == 0)) {
                all.barrier();
              } else {
                all.run(Operation.allreduce(longs(count), Operator.SUM));
              }
            }
          },
          "barrier",
          "allreduce of " + count);
    }
    for (int count : new int[] {1, 16, 40}) {
      add(
          "one broadcast more than the root's " + count,
          (world, all, odd) -> {
            if (world.rank() > 0) {
              Thread.sleep(100); // the root runs ahead
            }
            broadcasts(all, world.rank() == 0 ? count : count + 1);
          },
          "broadcast of " + FEW,
          "nothing more (its body has returned)",
          "call number " + count);
    }
    add(
        "one rank leaves, and the root of many broadcasts runs ahead",
        (world, all, odd) -> broadcasts(all, odd ? 0 : 40),
        "broadcast of " + FEW,
        "nothing more (its body has returned)");
    add(
        "begun by who receives a broadcast, whose root runs ahead",
        (world, all, odd) -> {
          if (odd) {
            await(world, all, Operation.broadcast(0, longs(FEW)));
          }
          broadcasts(all, odd ? 39 : 40);
        },
        "call number 0 of group 0",
        "Group.start on rank 1",
        "Group.run on rank ");
    add(
        "another table of choices",
        (world, all, odd) -> {
          Choices usual = Choices.builtIn();
          all.using(Choices.of(usual.rules(), usual.eager(), odd ? 0 : usual.board()));
          all.run(Operation.broadcast(0, longs(FEW)));
        },
        "broadcast of " + FEW,
        "in different ways",
        "WEFT_CHOICES");
    ALL.computeIfPresent("another table of choices", (_, it) -> it.sharing());
    add(
        "in a handler",
        (world, all, odd) -> {
          if (odd) {
            HANDLER.get().send((world.rank() + 1) % world.size());
          }
          world.quiesce();
        },
        "Group.barrier",
        "calls a collective",
        "handler");
  }
}
