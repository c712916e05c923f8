// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The whole program of one seed. It depends on the seed alone: where a rank is needed, it names a
/// slot, which is played by rank `slot % ranks`.
final class Plan {
  static final int SLOTS = 8;

  /// Groups of objects: single ones, an array that changes, one that does not, and objects that a
  /// handler creates and ends.
  enum Place {
    FREE,
    GRID,
    FIXED,
    BABY
  }

  /// Who moves objects besides the program itself.
  enum Mode {
    NONE,
    STEAL,
    ROTATE,
    GREEDY,
    OWN_IDLE,
    RANDOM,
    OWN_ALL
  }

  /// One object.
  static final class Thing {
    final int id;
    final Place place;

    /// Its index, for elements.
    final int index;

    /// The number of elements that had the index before.
    final int earlier;

    /// Whether it is of the second type.
    final boolean box;

    /// The phase in which it begins: −1 for those that arrays begin with.
    int born = -1;

    /// The phase in which it ends.
    int ends = Integer.MAX_VALUE;

    /// The first round of the grid's reductions in which it takes part, and the one after the last.
    int fromRound;

    int toRound = Integer.MAX_VALUE;

    /// The slot that creates or inserts it; and where, if it is created elsewhere.
    int slot;

    int other = -1;

    Thing(int id, Place place, int index, int earlier, boolean box) {
      this.id = id;
      this.place = place;
      this.index = index;
      this.earlier = earlier;
      this.box = box;
    }

    boolean isAlive(int phase) {
      return born <= phase && phase <= ends;
    }

    /// Whether it exists from the first message of `phase` to its end.
    boolean isSteady(int phase) {
      return (born < phase || born == phase && place == Place.FREE) && phase < ends;
    }

    @Override
    public String toString() {
      String name = place == Place.GRID ? "grid" : place == Place.FIXED ? "fixed" : "";
      return switch (place) {
        case GRID, FIXED -> name + "[" + index + "]" + (earlier == 0 ? "" : "'" + earlier);
        case FREE -> (box ? "box" : "cell") + id;
        case BABY -> "baby" + id;
      };
    }
  }

  /// How a message is sent.
  enum Way {
    WORDS0,
    WORDS1,
    WORDS2,
    WORDS3,
    EMPTY,
    BYTES,
    SEGMENT,
    LONGS,
    DOUBLES,
    VALUE,
    CALL,
    /// To several elements of an array.
    SECTION,
    /// To all elements of an array.
    ALL_WORDS,
    ALL_BYTES
  }

  /// What becomes of a message.
  enum Fate {
    HANDLED,
    EITHER,
    UNDELIVERED
  }

  /// One message, or several alike, and what the handler does.
  static final class Node {
    final int id;
    final int phase;
    final long key;
    final int[] to;
    Way way = Way.WORDS2;
    int bytes;
    Fate fate = Fate.HANDLED;

    /// The slot whose rank sends it when asked by the sender, or −1.
    int via = -1;

    /// Whether each receiver contributes to the reductions of its array.
    boolean give;

    /// Whether the handler of a call throws, after it has done all else.
    boolean throwing;

    /// Microseconds of work.
    int spin;

    final List<Act> acts = new ArrayList<>();
    final List<Node> children = new ArrayList<>();

    Node(int id, int phase, long key, int... to) {
      this.id = id;
      this.phase = phase;
      this.key = key;
      this.to = to;
    }

    /// Whether its message carries its number, so that its handler may do something.
    boolean isNumbered() {
      return way != Way.WORDS0 && way != Way.EMPTY;
    }

    boolean isBroadcast() {
      return way == Way.ALL_WORDS || way == Way.ALL_BYTES;
    }
  }

  /// What a handler does besides sending.
  enum Doing {
    MOVE,
    MOVE_TWICE,
    MOVE_NOT,
    PIN,
    MOVE_OTHER,
    NUDGE,
    LOOK,
    POLL,
    GROW,
    BABY,
    INSERT,
    END,
    PUSH,
    AGAIN
  }

  /// @param doing what
  /// @param a a slot, an object, bytes
  /// @param b a slot
  /// @param before messages to the baby, before and after its end, and those that others send
  record Act(Doing doing, int a, int b, List<Node> before, List<Node> after, List<Node> third) {
    Act(Doing doing, int a, int b) {
      this(doing, a, b, List.of(), List.of(), List.of());
    }
  }

  /// What a body does.
  enum Task {
    SEND,
    CALL,
    MOVE,
    NUDGE,
    LOOK,
    STEP,
    POLL,
    WAIT,
    PAUSE,
    INSERT,
    INSERT_BY_RANK,
    REMOVE,
    PUT,
    PUSH
  }

  /// @param task what
  /// @param node the message, for SEND and CALL
  /// @param a an object, or the number of a put
  /// @param b a slot
  record Step(Task task, @org.jspecify.annotations.Nullable Node node, int a, int b) {}

  /// What an element does with its contribution of a number.
  static final class Gift {
    final List<Integer> before = new ArrayList<>();
    final List<Integer> after = new ArrayList<>();

    /// Messages to the inserted elements, sent at once.
    final List<Node> then = new ArrayList<>();

    boolean ends;
  }

  /// What all ranks do together.
  enum Together {
    BALANCE_GREEDY,
    BALANCE_ROTATE,
    BALANCE_RANDOM,
    BALANCE_OWN,
    COMPACT,
    ALLREDUCE,
    BARRIER,
    SWITCH
  }

  /// A part of the program, between two points of quiescence.
  static final class Phase {
    final int number;
    Mode mode = Mode.NONE;

    /// The slot to which all objects move before, or −1.
    int gather = -1;

    /// Rounds of reductions of the grid and of the fixed array.
    int gridRounds;

    int fixedRounds;
    final List<Integer> creates = new ArrayList<>();
    final List<List<Step>> scripts = new ArrayList<>();
    final Map<Integer, Together> meetings = new HashMap<>();

    /// Messages that the results of the fixed array's `long` reduction send, by round.
    final Map<Integer, Node> results = new HashMap<>();

    Phase(int number) {
      this.number = number;
      for (int i = 0; i < SLOTS; i++) {
        scripts.add(new ArrayList<>());
      }
    }

    int steps() {
      return scripts.stream().mapToInt(List::size).max().orElse(0);
    }

    /// Whether some policy moves objects in this phase.
    boolean isBalanced() {
      return mode != Mode.NONE || isMixed();
    }

    /// Whether a policy besides that of its mode moves objects.
    boolean isMixed() {
      return meetings.containsValue(Together.SWITCH)
          || meetings.values().stream().anyMatch(it -> it.name().startsWith("BALANCE"));
    }
  }

  final long seed;
  int gridSize;
  int fixedSize;
  int puts;
  final List<Thing> things = new ArrayList<>();
  final List<Phase> phases = new ArrayList<>();
  final List<Node> nodes = new ArrayList<>();

  /// By object and contribution.
  final Map<Long, Gift> gifts = new HashMap<>();

  /// The slots to which puts go, by number.
  final List<Integer> putTo = new ArrayList<>();

  Plan(long seed) {
    this.seed = seed;
  }

  Gift gift(int thing, int contribution) {
    return gifts.computeIfAbsent(1000L * thing + contribution, key -> new Gift());
  }

  Thing thing(int id) {
    return things.get(id);
  }

  String name(int... ids) {
    return ids.length == 1
        ? things.get(ids[0]).toString()
        : Arrays.toString(Arrays.stream(ids).mapToObj(things::get).toArray());
  }
}
