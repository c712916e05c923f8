// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.Call;
import weft.Completion;
import weft.Rsr0;
import weft.RsrObject;
import weft.World;
import weft.codec.Codec;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.ObjectOperation;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.Type;
import weft.mobile.balance.BalancePolicy;
import weft.mobile.balance.Loads;
import weft.mobile.balance.Moves;
import weft.testkit.RankProgram;
import weft.testkit.RankReport;

/// Calls every part of a program that a rank may call. The part with the name of the first argument
/// does the deed of the second, or gives the wrong value of the second; all others are usual.
@SuppressWarnings("NullAway") // gives null on purpose, and begins in `run`
public final class PartProgram implements RankProgram {
  /// A value that travels through codecs.
  record Box(long value) {}

  private static final Set<String> EVERYWHERE =
      Set.of("operator", "blocks", "group", "policy", "maker", "message");

  private World world;
  private Group all;
  private MobileObjects objects;
  private MobileType<Box> type;
  private MobileRsr0<Box> hit;
  private Rsr0 ping;
  private MobileRsr0<Box> again;
  private @Nullable MobilePointer<Box> target;
  private String part = "";
  private String wrong = "";
  private Deed deed = Deed.NOTHING;
  private boolean armed;
  private long pings;
  private long hits;
  private long acted;
  private long results;
  private long undelivered;

  @Override
  public boolean failsOnPurpose() {
    return true;
  }

  /// Does the deed if this is the part.
  private void act(String name) {
    if (!armed || !part.equals(name) || isAtOther()) {
      return;
    }
    acted++;
    switch (deed) {
      case NOTHING -> {}
      case WAIT -> world.pollUntil(() -> true);
      case QUIESCE -> world.quiesce();
      case COLLECTIVE -> all.barrier();
      case STEP -> objects.step();
      case POLL -> world.poll();
      case SEND -> ping.send(world.next());
      case PUSH_TO_OBJECT -> hit.send(target == null ? type.pointer(1) : target);
      case CREATE -> type.create(new Box(7));
      case THROW -> throw new IllegalStateException("on purpose");
      case THROW_ERROR -> throw new LinkageError("an error on purpose");
      case THROW_ODD -> throw new Deed.OddException();
      case THROW_WITHOUT_STACK -> throw new Deed.NoStackException();
    }
  }

  /// Whether this part runs on all ranks, and the deed is another rank's. If several ranks failed,
  /// none would hear of the others.
  private boolean isAtOther() {
    return EVERYWHERE.contains(part.split(" ")[0]) && world.rank() != 0;
  }

  /// Whether this is the part, and gives the wrong value `value`.
  private boolean gives(String name, String value) {
    return armed && part.equals(name) && wrong.equals(value) && !isAtOther();
  }

  private Codec<Box> codec(String name) {
    return new Codec<>() {
      @Override
      public void encode(Box box, Writer out) {
        act(name + " encode");
        if (gives(name + " encode", "clear")) {
          out.clear();
        }
        out.writeLong(box.value);
        if (gives(name + " encode", "more")) {
          out.writeByte((byte) 1);
        }
      }

      @Override
      public Box decode(Reader in) {
        act(name + " decode");
        if (gives(name + " decode", "less")) {
          return new Box(in.readInt());
        }
        if (gives(name + " decode", "more")) {
          in.readLong();
        }
        var box = new Box(in.readLong());
        return gives(name + " decode", "null") ? null : box;
      }

      @Override
      public String signature() {
        return gives(name + " signature", "null") ? null : "box";
      }
    };
  }

  @Override
  public void run(World world, RankReport report, List<String> args) throws Exception {
    this.world = world;
    this.part = args.get(0);
    if (args.get(1).startsWith("=")) {
      wrong = args.get(1).substring(1);
    } else {
      deed = Deed.valueOf(args.get(1));
    }
    armed = true;
    all = Group.world(world);
    objects = MobileObjects.of(world);
    ping = world.rsr0("ping", source -> pings++);
    type = objects.type("box", codec("type"));
    hit = type.rsr0("hit", (self, box) -> hits++);
    type.load(box -> {
      act("load");
      return gives("load", "NaN")
          ? Double.NaN
          : gives("load", "infinity")
              ? Double.POSITIVE_INFINITY
              : gives("load", "negative") ? -1 : gives("load", "huge") ? 1e308 : box.value;
    });
    type.undelivered((message, reason) -> {
      undelivered++;
      act("undelivered");
    });
    switch (part.split(" ")[0]) {
      case "object" -> object();
      case "call" -> call();
      case "condition", "completion", "task" -> handlers();
      case "message" -> message();
      case "operator", "blocks" -> operators();
      case "group" -> group();
      case "type", "load", "policy" -> moves();
      case "stealing" -> stealing();
      case "undelivered" -> ended();
      case "maker", "fold", "result" -> array();
      case "value", "mobile" -> requests();
      default -> throw new IllegalArgumentException(part);
    }
    world.quiesce();
    long[] sums = {pings, hits, acted};
    all.allreduce(sums, Operator.SUM);
    report.note("%d pings, %d hits, %d acts".formatted(sums[0], sums[1], sums[2]));
    if (sums[2] == 0) {
      throw new AssertionError(part + " was not called");
    }
    if (deed == Deed.SEND && sums[0] != sums[2] || deed == Deed.PUSH_TO_OBJECT && sums[1] == 0) {
      throw new AssertionError("messages are lost: " + sums[0] + ", " + sums[1]);
    }
  }

  /// Starts, and makes the object that rank 0 has.
  private void start() {
    world.start();
    if (world.rank() == 0) {
      target = type.create(new Box(3));
    }
  }

  private void object() {
    RsrObject<Box> send =
        world.rsrObject(
            "object",
            codec("object"),
            (source, box) -> {
              act("object handler");
            });
    start();
    if (world.rank() == 0) {
      send.send(1, new Box(5));
    }
    world.quiesce();
  }

  private void call() {
    Call<Box, Box> ask =
        world.call(
            "ask",
            codec("call argument"),
            codec("call result"),
            (source, box) -> {
              act("call handler");
              return box;
            });
    start();
    if (world.rank() == 0) {
      ask.callSync(1, new Box(5));
    }
  }

  private void handlers() throws Exception {
    start();
    if (world.rank() != 0) {
      return;
    }
    if (part.equals("task")) {
      world.submit(() -> act("task"));
      world.poll();
      return;
    }
    if (part.equals("completion")) {
      Completion done = world.completion();
      done.then(() -> act("completion"));
      world.heap().malloc(1, 64, done);
      done.await();
      return;
    }
    var looks = new int[1];
    world.pollUntil(() -> {
      act("condition");
      return ++looks[0] == 3;
    });
  }

  /// An exception whose methods do the deed.
  private final class ActingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      act("message");
      return "the message";
    }

    @Override
    public String toString() {
      act("message");
      return "the text";
    }
  }

  private void message() {
    Rsr0 fail =
        world.rsr0(
            "fail",
            source -> {
              throw new ActingException();
            });
    start();
    if (world.rank() == 1) {
      fail.send(0);
    }
    world.quiesce();
  }

  private void operators() {
    Operator operator =
        part.startsWith("blocks")
            ? Operator.ofBlocks("mine", Type.LONG, (left, right, count) -> act(part), true)
            : Operator.ofLongs(
                "mine",
                (a, b) -> {
                  act(part);
                  return a + b;
                },
                true);
    start();
    if (part.endsWith("large")) {
      all.allreduce(new long[100_000], operator);
    } else if (part.endsWith("started")) {
      Completion done = world.completion();
      all.start(Operation.allreduce(Data.of(new long[1000]), operator), done);
      done.await();
    } else {
      all.allreduce(1L, operator);
    }
  }

  private void group() {
    start();
    Codec<Box> codec = codec("group codec");
    Box mine = new Box(world.rank());
    if (part.equals("group started")) {
      Completion done = world.completion();
      all.start(ObjectOperation.allreduce(codec, this::add), mine, done);
      done.await();
    } else {
      all.allreduce(mine, codec, this::add);
    }
  }

  private Box add(Box a, Box b) {
    act("group operator");
    act("group started");
    return gives("group operator", "null") ? null : new Box(a.value + b.value);
  }

  private void moves() {
    start();
    if (part.startsWith("type")) {
      if (world.rank() == 0 && part.equals("type created")) {
        type.createOn(1, new Box(1));
      } else if (world.rank() == 0) {
        objects.migrate(type.create(new Box(1)), 1);
      }
      return;
    }
    BalancePolicy policy = new MyPolicy();
    if (part.endsWith("periodic")) {
      objects.balanceEvery(1, policy);
      // Handlers of objects must run for the balancing to begin.
      for (int i = 0; i < 10_000 && acted == 0; i++) {
        if (world.rank() == 0) {
          hit.send(target);
        }
        world.quiesce();
        acted = all.allreduce(acted, Operator.MAX);
      }
      objects.balanceEvery(1, null);
    } else {
      objects.balance(policy);
    }
  }

  /// A policy of the program.
  private final class MyPolicy implements BalancePolicy {
    @Override
    public boolean isWorthIt(double greatest, double bound) {
      act("policy worth");
      return true;
    }

    @Override
    public void plan(Loads loads, Moves moves) {
      act("policy plan");
      act("policy periodic");
      act("load periodic");
      if (gives("policy plan", "rank")) {
        moves.move(0, loads.ranks());
      }
      if (gives("policy plan", "object")) {
        moves.move(loads.objects(), 0);
      }
    }
  }

  /// Rank 0 has objects whose messages do not end before rank 1 has asked for some.
  private void stealing() {
    objects.stealWhenIdle((loads, moves) -> {
      act("stealing give");
      if (gives("stealing give", "rank")) {
        moves.move(0, 2);
      }
      if (gives("stealing give", "object")) {
        moves.move(loads.objects(), 1);
      }
      moves.move(0, 1);
    });
    again = type.rsr0("again", this::again);
    start();
    for (int i = 0; world.rank() == 0 && i < 4; i++) {
      again.send(type.create(new Box(i)));
    }
    world.quiesce();
    objects.balanceEvery(0, null);
  }

  private void again(Self<Box> self, Box box) {
    if (acted == 0 && world.rank() == 0) {
      again.send(self.pointer());
    }
  }

  private void ended() {
    MobileRsr0<Box> end = type.rsr0("end", (self, box) -> self.destroy());
    start();
    if (world.rank() == 0) {
      MobilePointer<Box> p = type.create(new Box(1));
      end.send(p);
      end.send(p);
      world.quiesce();
      end.send(p);
    } else {
      world.quiesce();
    }
    world.quiesce();
    long sum = all.allreduce(undelivered, Operator.SUM);
    if (sum != 2) {
      throw new AssertionError(sum + " of 2 messages were undelivered");
    }
  }

  private void array() {
    MobileArray<Box> array =
        type.array(
            "boxes",
            8,
            index -> {
              act("maker");
              return gives("maker", "null") ? null : new Box(index);
            });
    MobileReduction sum =
        array.longReduction(
            "sum",
            (a, b) -> {
              act("fold");
              return a + b;
            },
            (round, value) -> {
              results += value;
              act("result");
            });
    MobileRsr0<Box> give = type.rsr0("give", (self, box) -> self.contributeLong(sum, box.value));
    start();
    if (world.rank() == 0) {
      give.broadcast(array);
    }
    world.quiesce();
    if (world.rank() == 0 && results != 28) {
      throw new AssertionError("the reduction gave " + results);
    }
  }

  private void requests() {
    MobileRsrObject<Box, Box> value =
        type.rsrObject("value", codec("value"), (self, box, it) -> hits++);
    MobileCall<Box, Box, Box> call =
        type.call(
            "ask",
            codec("mobile argument"),
            codec("mobile result"),
            (self, box, argument) -> {
              act("mobile handler");
              return argument;
            });
    var word = new long[1];
    Rsr0 ready = world.rsr0("ready", source -> {});
    start();
    word[0] = all.broadcast(0, target == null ? 0 : target.word());
    ready.send(world.next());
    if (world.rank() == 1) {
      MobilePointer<Box> p = type.pointer(word[0]);
      if (part.startsWith("value")) {
        value.send(p, new Box(1));
      } else if (call.callSync(p, new Box(1)).value != 1) {
        throw new AssertionError("the call returned another value");
      }
    }
  }
}
