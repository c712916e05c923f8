// SPDX-License-Identifier: Apache-2.0
package weft.system.faults;

import java.util.ArrayList;
import java.util.List;
import weft.Rsr0;
import weft.Rsr1;
import weft.RsrN;
import weft.Weft;
import weft.World;
import weft.collective.Group;

/// The program under test: rank 1 does what the first argument says, the others what the second
/// says. Every rank prints its process number first.
final class Scenarios {
  @SuppressWarnings("UnusedVariable") // written, so that the loop that computes it stays
  private static volatile double sink;

  private final World world;
  private final Group all;
  private final List<String> args;
  private final Rsr0 exit;
  private final Rsr0 fail;
  private final Rsr1 count;
  private long counted;

  private Scenarios(World world) {
    this.world = world;
    this.all = Group.world(world);
    this.args = world.args();
    this.exit = world.rsr0("exit", source -> System.exit(3));
    this.fail =
        world.rsr0(
            "fail",
            source -> {
              throw new IllegalStateException("the handler gave up");
            });
    this.count = world.rsr1("count", (source, n) -> counted++);
  }

  public static void main(String[] args) {
    Weft.launch(args, world -> new Scenarios(world).run());
  }

  private void run() throws Exception {
    System.out.println("pid " + ProcessHandle.current().pid());
    if (world.rank() == 1 && args.get(0).endsWith("-before-start")) {
      misbehave(args.get(0));
    }
    world.start();
    world.quiesce();
    System.out.println("ready");
    if (world.rank() == 1) {
      misbehave(args.get(0));
    }
    carryOn(args.get(1));
  }

  private void misbehave(String how) throws Exception {
    switch (how) {
      case "exit", "exit-before-start" -> System.exit(3);
      case "exit-in-handler" -> exit.send(1);
      case "exit-in-worker" -> Thread.ofPlatform().start(() -> System.exit(3));
      case "exit-with-0" -> System.exit(0);
      case "throw", "throw-before-start" -> throw new IllegalStateException("the body gave up");
      case "throw-in-handler" -> fail.send(1);
      case "throw-in-task" -> submitFailure();
      case "wait" -> carryOn("wait");
      case "end" -> {}
      default -> throw new IllegalArgumentException(how);
    }
    if (!how.equals("end")) {
      world.pollUntil(() -> false);
    }
  }

  private void submitFailure() {
    Thread.ofPlatform()
        .start(() ->
            world.submit(() -> {
              throw new IllegalStateException("the task gave up");
            }));
  }

  private void carryOn(String how) {
    switch (how) {
      case "wait" -> world.pollUntil(() -> false);
      case "barrier" -> all.barrier();
      case "spin" -> {
        for (double x = 1; ; x = Math.sqrt(x + 1)) {
          sink = x;
        }
      }
      case "poll" -> {
        for (; ; ) {
          world.poll();
        }
      }
      case "send" -> {
        for (long n = 0; ; n++) {
          count.send(1, n);
        }
      }
      case "sleep" -> sleep();
      case "end" -> world.quiesce();
      default -> throw new IllegalArgumentException(how);
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(600_000);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// All ranks flood rank 0 with payloads of 4 KB, as many as the argument says; it checks their
  /// order.
  static final class Flood {
    private static final int WORDS = 512;

    private Flood() {}

    public static void main(String[] args) {
      Weft.launch(args, Flood::run);
    }

    private static void run(World world) {
      System.out.println("pid " + ProcessHandle.current().pid());
      long messages = Long.parseLong(world.args().get(0));
      var next = new long[world.size()];
      RsrN flood =
          world.rsrN(
              "flood",
              (source, payload) -> {
                long n = payload.getLong(0);
                if (n != next[source]++ || payload.getLong(8 * (WORDS - 1)) != n) {
                  throw new IllegalStateException("message " + n + " of rank " + source);
                }
              });
      world.start();
      if (world.rank() != 0) {
        var words = new long[WORDS];
        for (long n = 0; n < messages; n++) {
          words[0] = n;
          words[WORDS - 1] = n;
          flood.send(0, words);
        }
      }
      world.quiesce();
      if (world.rank() == 0) {
        var wrong = new ArrayList<Integer>();
        for (int source = 1; source < world.size(); source++) {
          if (next[source] != messages) {
            wrong.add(source);
          }
        }
        System.out.println(wrong.isEmpty() ? "all came in order" : "lost from " + wrong);
      }
    }
  }
}
