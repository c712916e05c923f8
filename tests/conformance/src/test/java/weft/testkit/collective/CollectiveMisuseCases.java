// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

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
import weft.collective.schedule.Choices;

/// Programs whose ranks call different things; rank 1 is the one that errs, where one does.
final class CollectiveMisuseCases {
  static final int FEW = 3;
  static final int MANY = 3_000;

  /// What one rank does in a scenario; `odd` is the one that errs.
  @FunctionalInterface
  interface Scenario {
    void run(World world, Group all, boolean odd) throws Exception;
  }

  /// A scenario, the words that the report must have, how many ranks it takes at least, whether it
  /// can be on ranks that share no memory, and how many lines of programs the report must have.
  record Case(Scenario scenario, List<String> words, int least, boolean apart, int lines) {
    Case ofRanks(int least) {
      return new Case(scenario, words, least, apart, lines);
    }

    Case sharing() {
      return new Case(scenario, words, least, false, lines);
    }

    /// A report that has so many lines at least.
    Case withLines(int lines) {
      return new Case(scenario, words, least, apart, lines);
    }
  }

  /// The handler of each rank's "in a handler".
  static final ThreadLocal<Rsr0> HANDLER = new ThreadLocal<>();

  /// By name.
  static final Map<String, Case> ALL = new LinkedHashMap<>();

  private CollectiveMisuseCases() {}

  static void add(String name, Scenario scenario, String... words) {
    ALL.put(name, new Case(scenario, List.of(words), 2, true, 2));
  }

  /// The same of one in which a rank may be done, and its body have returned, before it is told.
  static void addLeaving(String name, Scenario scenario, String... words) {
    add(name, scenario, words);
    ALL.computeIfPresent(name, (_, it) -> it.withLines(0));
  }

  static Data longs(int count) {
    return Data.of(new long[count]);
  }

  static String onOtherLines(int count) {
    return "begun on other lines, and awaited on one, " + count + " elements";
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
              MisuseCalls.run(
                  all,
                  odd,
                  odd
                      ? Operation.scan(longs(count), longs(count), Operator.SUM)
                      : Operation.allreduce(longs(count), Operator.SUM)),
          "scan of " + count + " LONG",
          "allreduce of " + count + " LONG",
          "call number 0 of group 0");
      add(
          "another root" + size,
          (world, all, odd) -> {
            MisuseCalls.run(all, odd, Operation.broadcast(odd ? 1 : 0, longs(count)));
            MisuseCalls.barrier(all, odd);
            MisuseCalls.linger(world, odd);
          },
          "root 0",
          "root 1");
      addLeaving(
          "another root, and nothing more" + size,
          (world, all, odd) ->
              MisuseCalls.run(all, odd, Operation.broadcast(odd ? 1 : 0, longs(count))),
          "broadcast of " + count,
          "root 0",
          "root 1");
      addLeaving(
          "another root of a reduction, and nothing more" + size,
          (world, all, odd) ->
              MisuseCalls.run(
                  all,
                  odd,
                  Operation.reduce(odd ? 0 : 1, longs(count), longs(count), Operator.SUM)),
          "reduce of " + count,
          "root 0",
          "root 1");
      add(
          "begun and waited for" + size,
          (world, all, odd) -> {
            Operation sum = Operation.allreduce(longs(count), Operator.SUM);
            if (odd) {
              MisuseCalls.await(world, all, odd, sum);
            } else {
              MisuseCalls.run(all, odd, sum);
            }
          },
          "allreduce of " + count + " LONG",
          "Group.start on rank 1",
          "Group.run on rank ");
      addLeaving(
          "begun by who receives a broadcast" + size,
          (world, all, odd) -> {
            Operation broadcast = Operation.broadcast(0, longs(count));
            if (odd) {
              MisuseCalls.await(world, all, odd, broadcast);
            } else {
              MisuseCalls.run(all, odd, broadcast);
            }
          },
          "broadcast of " + count + " LONG",
          "Group.start on rank 1",
          "Group.run on rank ");
      addLeaving(
          "begun by the root of a reduction" + size,
          (world, all, odd) -> {
            Operation sum = Operation.reduce(1, longs(count), longs(count), Operator.SUM);
            if (odd) {
              MisuseCalls.await(world, all, odd, sum);
            } else {
              MisuseCalls.run(all, odd, sum);
            }
          },
          "reduce of " + count + " LONG",
          "Group.start on rank 1",
          "Group.run on rank ");
      add(
          "two who begin broadcasts of each other" + size,
          (world, all, odd) ->
              MisuseCalls.await(
                  world,
                  all,
                  world.rank() == 0,
                  Operation.broadcast(world.rank() == 0 ? 1 : 0, longs(count))),
          "broadcast of " + count,
          "root 0",
          "root 1");
      add(
          "two who begin broadcasts of each other, and loop over polls" + size,
          (world, all, odd) -> {
            Completion done = world.completion();
            all.start(Operation.broadcast(world.rank() == 0 ? 1 : 0, longs(count)), done);
            while (!done.isDone()) {
              MisuseCalls.poll(world, world.rank() == 0);
            }
          },
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
            if (odd) {
              done.awaitAll();
              return;
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
              MisuseCalls.await(
                  world, all, odd, Operation.reduce(2, longs(count), Data.none(), Operator.SUM));
            } else if (odd) {
              MisuseCalls.await(world, all, odd, Operation.gather(2, longs(count), Data.none()));
            }
            MisuseCalls.linger(world, odd);
          },
          "gather of " + count + " LONG",
          "reduce of " + count + " LONG",
          "rank 0",
          "rank 1");
      ALL.computeIfPresent(
          "two who disagree, and a third who has called nothing" + size, (_, it) -> it.ofRanks(3));
      MisuseOfBlocks.add(count, size);
      add(
          "another length" + size,
          (world, all, odd) ->
              MisuseCalls.run(
                  all, odd, Operation.allreduce(longs(odd ? count + 1 : count), Operator.SUM)),
          "allreduce of " + count + " LONG",
          "allreduce of " + (count + 1) + " LONG");
      add(
          "another type" + size,
          (world, all, odd) ->
              MisuseCalls.run(
                  all,
                  odd,
                  Operation.allreduce(
                      odd ? Data.of(new double[count]) : longs(count), Operator.SUM)),
          "LONG",
          "DOUBLE");
      add(
          "another operator" + size,
          (world, all, odd) ->
              MisuseCalls.run(
                  all, odd, Operation.allreduce(longs(count), odd ? Operator.MAX : Operator.SUM)),
          "operator");
      addLeaving(
          onOtherLines(count),
          (world, all, odd) -> {
            Completion done = world.completion();
            if (odd) {
              all.start(Operation.scan(longs(count), longs(count), Operator.SUM), done);
            } else {
              all.start(Operation.allreduce(longs(count), Operator.SUM), done);
            }
            done.await();
          },
          "scan of " + count,
          "allreduce of " + count);
      addLeaving(
          "another operator of a name alike" + size,
          (world, all, odd) -> {
            Operator one = Operator.ofLongs("Aa", Long::sum, true);
            Operator other = Operator.ofLongs("BB", Long::sum, true);
            MisuseCalls.run(all, odd, Operation.scan(longs(count), odd ? other : one));
          },
          "a user's operator");
      addLeaving(
          "one rank leaves" + size,
          (world, all, odd) -> {
            if (!odd) {
              MisuseCalls.run(all, odd, Operation.allreduce(longs(count), Operator.SUM));
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
                MisuseCalls.run(all, odd, Operation.allreduce(longs(count), Operator.SUM));
              }
            }
          },
          "barrier",
          "allreduce of " + count);
    }
    for (int count : new int[] {1, 16, 40}) {
      addLeaving(
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
    for (int count : new int[] {1, 15, 40}) {
      addLeaving(
          "another root, and then " + count + " broadcasts of one root",
          (world, all, odd) -> {
            MisuseCalls.run(all, odd, Operation.broadcast(odd ? 1 : 0, longs(FEW)));
            broadcasts(all, count);
          },
          "call number 0 of group 0",
          "broadcast of " + FEW + " LONG, root 1");
      addLeaving(
          "roots of a reduction that only the others name, and then " + count + " broadcasts",
          (world, all, odd) -> {
            int root = world.rank() == 0 ? 1 : 0;
            all.run(Operation.reduce(root, longs(FEW), longs(FEW), Operator.SUM));
            broadcasts(all, count);
          },
          "call number 0 of group 0",
          "reduce of " + FEW + " LONG",
          "root 0");
    }
    addLeaving(
        "one rank leaves, and the root of many broadcasts runs ahead",
        (world, all, odd) -> broadcasts(all, odd ? 0 : 40),
        "broadcast of " + FEW,
        "nothing more (its body has returned)");
    addLeaving(
        "begun by who receives a broadcast, whose root runs ahead",
        (world, all, odd) -> {
          if (odd) {
            MisuseCalls.await(world, all, odd, Operation.broadcast(0, longs(FEW)));
          }
          broadcasts(all, odd ? 39 : 40);
        },
        "call number 0 of group 0",
        "Group.start on rank 1",
        "Group.run on rank ");
    addLeaving(
        "another table of choices",
        (world, all, odd) -> {
          Choices usual = Choices.builtIn();
          all.using(Choices.of(usual.rules(), usual.eager(), odd ? 0 : usual.board()));
          MisuseCalls.run(all, odd, Operation.broadcast(0, longs(FEW)));
        },
        "Group.using",
        "in different ways",
        "WEFT_CHOICES");
    ALL.computeIfPresent("another table of choices", (_, it) -> it.sharing());
    MisuseOfBarriers.addTo(ALL);
    addLeaving(
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
