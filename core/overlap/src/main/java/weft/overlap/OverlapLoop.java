// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.codec.Codec;
import weft.layer.Layer;
import weft.layer.ProgramCalls;

/// The steps of an iterative program that overlaps communication and local computations. Records
/// that arrive or can be sent have precedence. If there are none, p local computations are done
/// before the next poll. A [Tuner] learns p. Records may wait for computations of the same step
/// ([StepRecords#tryPush] refuses them until then): while a rank has records left, it does a
/// computation after at most 64 polls, even if p is 0.
///
/// ```java
/// var loop = OverlapLoop.of(world);
/// VectorChannel halo = loop.vectors("halo", (source, tag, row) -> take(tag, row));   // before start
/// world.start();
/// loop.expect(perSource);                       // records that each rank sends to this one in a step
/// loop.send(halo, sends);                       // what this rank sends in a step
/// loop.compute(rows, row -> relax(row));        // local computations, which send nothing
/// loop.tune(Tuner.logQuadratic());
/// for (int i = 0; i < iterations; i++) {
///   loop.run();                                 // one step
/// }
/// ```
///
/// Ranks need no barrier between steps. If a faster rank sends a record of a later step, it is kept
/// until this rank reaches that step. When [#run] returns, all records of the step have arrived,
/// all records of this rank were sent, and all computations are done.
///
/// Source: EasyMSG, Algorithm 2.1.
public final class OverlapLoop {
  /// One poll in this many is timed; a power of two.
  private static final int TIMED = 64;

  /// The computations between two polls while a record is left to send: it may wait for them. With
  /// p = 0 it would wait for ever.
  private static final double LEAST_WHILE_SENDING = 1.0 / 64;

  private static final int WORK = ProgramCalls.part("a local computation of OverlapLoop.compute");

  private final World world;
  private final Layer layer;
  private final StepGate gate;
  private final List<Channel> channels = new ArrayList<>();
  private final List<StepRecords> sends = new ArrayList<>();
  private int[][] next = {};
  private int computations;
  private LocalWork work = index -> {};
  private Tuner tuner = Tuner.fixed(1);
  private boolean alone = true;
  private Policy policy = Policy.WHEN_IDLE;
  private boolean drains = true;
  private @Nullable LongConsumer afterPoll;

  private boolean running;
  private int done;
  private long unsent;
  private double fraction;

  // Counters of the current step.
  private long polls;
  private long emptyPolls;
  private long backlog;
  private long overlapped;
  private long timedPolls;
  private long timedPollNanos;
  private long timedWork;
  private long timedWorkNanos;
  private @Nullable StepCounters last;

  private OverlapLoop(World world) {
    this.world = world;
    this.layer = Layer.of(world);
    this.gate = new StepGate(world);
  }

  /// Creates a loop. Create its channels through it, before [World#start].
  public static OverlapLoop of(World world) {
    return new OverlapLoop(world);
  }

  // Receiving.

  /// Creates a channel of words. Its handler runs in the step to which a word belongs.
  public WordChannel words(String name, WordChannel.Handler handler) {
    return gate.words(world, name, handler);
  }

  /// Creates a channel of pairs. Its handler runs in the step to which a pair belongs.
  public PairChannel pairs(String name, PairChannel.Handler handler) {
    return gate.pairs(world, name, handler);
  }

  /// Creates a channel of objects. Its handler runs in the step to which an object belongs.
  public <T extends @Nullable Object> ObjectChannel<T> objects(
      String name, Codec<T> codec, ObjectChannel.Handler<T> handler) {
    return gate.objects(world, name, codec, handler);
  }

  /// Creates a channel of vectors. Its handler runs in the step to which a vector belongs. A vector
  /// of a later step is copied.
  public VectorChannel vectors(String name, VectorChannel.Handler handler) {
    return gate.vectors(world, name, handler);
  }

  /// Sets how many records each rank sends to this one in a step, over all channels of this loop.
  public OverlapLoop expect(int... perSource) {
    checkBetweenSteps("OverlapLoop.expect");
    gate.expect(perSource);
    return this;
  }

  // Sending and computing.

  /// Sets the records that this rank sends through `channel` in each step.
  public OverlapLoop send(Channel channel, StepRecords records) {
    checkBetweenSteps("OverlapLoop.send");
    int at = channels.indexOf(channel);
    if (at >= 0) {
      sends.set(at, records);
    } else {
      channels.add(channel);
      sends.add(records);
      next = new int[channels.size()][world.size()];
    }
    return this;
  }

  /// Sets the number of local computations in a step, and the computation itself.
  public OverlapLoop compute(int count, LocalWork work) {
    checkBetweenSteps("OverlapLoop.compute");
    if (count < 0) {
      throw new IllegalArgumentException(
          "rank " + world.rank() + " gives " + count + " local computations; give 0 or more");
    }
    this.computations = count;
    this.work = work;
    return this;
  }

  // Tuning and policy.

  /// Tunes this rank alone: `tuner` gets the time of each step on this rank.
  public OverlapLoop tune(Tuner tuner) {
    checkBetweenSteps("OverlapLoop.tune");
    this.tuner = tuner;
    this.alone = true;
    return this;
  }

  /// Tunes all ranks together: steps use the tuner's value. The program gives the tuner the same
  /// cost on all ranks: `tuner.step(group.allreduce(loop.last().seconds(), Operator.MAX))`.
  public OverlapLoop tuneTogether(Tuner tuner) {
    tune(tuner);
    this.alone = false;
    return this;
  }

  /// Sets when local computations are done; the default is [Policy#WHEN_IDLE]. Ranks may differ.
  public OverlapLoop policy(Policy policy) {
    checkBetweenSteps("OverlapLoop.policy");
    this.policy = policy;
    return this;
  }

  /// Sets whether the loop receives and sends all it can before it computes, or one record at a
  /// time. The former is the default (the paper's manual aggregation, section 5.3).
  public OverlapLoop drain(boolean drains) {
    checkBetweenSteps("OverlapLoop.drain");
    this.drains = drains;
    return this;
  }

  /// Runs `action` after each poll of a step; null for nothing. The argument is the
  /// [System#nanoTime] at which the poll began. It is for experiments with expensive polls.
  public OverlapLoop afterPoll(@Nullable LongConsumer action) {
    checkBetweenSteps("OverlapLoop.afterPoll");
    this.afterPoll = action;
    return this;
  }

  private void checkBetweenSteps(String call) {
    layer.calls().checkOpen(call);
    if (running) {
      throw new IllegalStateException(
          "rank " + world.rank() + " calls " + call + " inside a step; call it between two steps");
    }
  }

  // One step.

  /// Runs one step. Between steps this rank may change its records of the next one.
  public void run() {
    layer.calls().checkMayWait("OverlapLoop.run");
    checkBetweenSteps("OverlapLoop.run");
    running = true;
    try {
      long began = System.nanoTime();
      long received = gate.received();
      long early = gate.kept();
      double p = TunerChecks.value(world.rank(), tuner);
      setBuffers(TunerChecks.bufferBytes(world.rank(), tuner));
      begin();
      long sent = unsent;
      if (policy == Policy.IN_ROUNDS) {
        rounds(p);
      } else {
        loop(p);
      }
      work(computations - done);
      finish(began, received, early, sent, p);
    } finally {
      running = false;
    }
  }

  /// The counters of the last step.
  ///
  /// @throws IllegalStateException before the first step
  public StepCounters last() {
    layer.calls().checkThread("OverlapLoop.last");
    StepCounters last = this.last;
    if (last == null) {
      throw new IllegalStateException(
          "rank " + world.rank() + " asks for the last step of a loop that has not run yet");
    }
    return last;
  }

  private void setBuffers(int bytes) {
    for (int i = 0; bytes > 0 && i < channels.size(); i++) {
      channels.get(i).tuneBufferBytes(bytes);
    }
  }

  private void begin() {
    polls = 0;
    emptyPolls = 0;
    backlog = 0;
    overlapped = 0;
    done = 0;
    fraction = 0;
    unsent = 0;
    for (int c = 0; c < sends.size(); c++) {
      for (int target = 0; target < next[c].length; target++) {
        next[c][target] = 0;
        unsent += sends.get(c).count(target);
      }
    }
    gate.begin();
  }

  private boolean isOver() {
    return gate.remaining() == 0 && unsent == 0 && isFlushed();
  }

  private boolean isFlushed() {
    for (int i = 0; i < channels.size(); i++) {
      if (!channels.get(i).isFlushed()) {
        return false;
      }
    }
    return true;
  }

  private void loop(double p) {
    boolean increment = tuner.isIncrement();
    double q = increment ? 0 : p;
    while (!isOver()) {
      boolean did = look();
      if (did && increment) {
        q = Math.floor(q / 2);
      }
      if (!did && increment) {
        q += p;
      }
      if (did && policy == Policy.WHEN_IDLE) {
        continue;
      }
      if (done == computations && !did) {
        // No computation is left, so wait without using a core.
        world.pollUntil(() -> take(false) || isOver());
        continue;
      }
      compute(unsent > 0 ? Math.max(q, LEAST_WHILE_SENDING) : q);
    }
  }

  /// Communicates in rounds, each of which waits for its records.
  private void rounds(double p) {
    for (int round = 1; !isOver(); round++) {
      int now = round;
      start(now);
      compute(p);
      look();
      if (!isRoundOver(now)) {
        world.pollUntil(() -> {
          start(now);
          return isRoundOver(now);
        });
      }
    }
  }

  /// Sends the records of the rounds up to `round`, as many as there is room for.
  private void start(int round) {
    for (int c = 0; c < sends.size(); c++) {
      Channel channel = channels.get(c);
      StepRecords records = sends.get(c);
      int[] next = this.next[c];
      for (int target = 0; target < next.length; target++) {
        int count = Math.min(round, records.count(target));
        while (next[target] < count && records.tryPush(target, next[target])) {
          next[target]++;
          unsent--;
        }
        if (channel.holdsFor(target)) {
          channel.tryFlush(target);
        }
      }
    }
  }

  /// Whether the records of the rounds up to `round` are sent, and as many from each source are
  /// here.
  private boolean isRoundOver(int round) {
    for (int c = 0; c < sends.size(); c++) {
      for (int target = 0; target < next[c].length; target++) {
        if (next[c][target] < Math.min(round, sends.get(c).count(target))) {
          return false;
        }
      }
    }
    return isFlushed() && gate.hasReceived(round);
  }

  /// Polls and sends once. Returns whether a record arrived or was sent.
  private boolean look() {
    boolean timed = (polls++ & (TIMED - 1)) == 0;
    long began = timed ? System.nanoTime() : 0;
    boolean did = take(true);
    if (!did) {
      emptyPolls++;
      if (timed) {
        timedPolls++;
        timedPollNanos += System.nanoTime() - began;
      }
    }
    return did;
  }

  private boolean take(boolean polling) {
    long before = gate.remaining();
    if (polling) {
      poll();
    }
    boolean did = gate.remaining() != before;
    if (policy == Policy.IN_ROUNDS) {
      return did; // Its rounds send.
    }
    if (did && drains && polling) {
      backlog++;
      for (long left = before; gate.remaining() != left && gate.remaining() > 0; ) {
        left = gate.remaining();
        poll();
      }
    }
    return send() || did;
  }

  private void poll() {
    if (afterPoll == null) {
      world.poll();
      return;
    }
    long began = System.nanoTime();
    world.poll();
    afterPoll.accept(began);
  }

  private boolean send() {
    boolean did = false;
    for (int c = 0; unsent > 0 && c < sends.size(); c++) {
      StepRecords records = sends.get(c);
      int[] next = this.next[c];
      for (int target = 0; target < next.length; target++) {
        int count = records.count(target);
        while (next[target] < count && records.tryPush(target, next[target])) {
          next[target]++;
          unsent--;
          did = true;
          if (!drains) {
            break;
          }
        }
      }
    }
    // Send a buffer as soon as its last record is in: other ranks wait for it.
    for (int c = 0; c < channels.size(); c++) {
      if (!channels.get(c).isFlushed()) {
        did |= flush(channels.get(c), sends.get(c), next[c]);
      }
    }
    return did;
  }

  private static boolean flush(Channel channel, StepRecords records, int[] next) {
    boolean did = false;
    for (int target = 0; target < next.length; target++) {
      if (channel.holdsFor(target) && next[target] == records.count(target)) {
        did |= channel.tryFlush(target);
      }
    }
    return did;
  }

  private void compute(double p) {
    fraction += p;
    int count = (int) Math.min(fraction, computations - done);
    fraction -= Math.floor(fraction);
    if (count == 0) {
      return;
    }
    boolean timed = (polls & (TIMED - 1)) == 1;
    long began = timed ? System.nanoTime() : 0;
    work(count);
    overlapped += count;
    if (timed) {
      timedWork += count;
      timedWorkNanos += System.nanoTime() - began;
    }
  }

  /// Does some local computations, which must not send: the step is under way.
  private void work(int count) {
    long outer = layer.program().enterPure(WORK);
    try {
      for (int i = 0; i < count; i++) {
        work.compute(done++);
      }
    } catch (Throwable thrown) {
      throw layer.program().failed(outer, thrown);
    }
    layer.program().leave(outer);
  }

  private void finish(long began, long received, long early, long sent, double p) {
    double seconds = Math.max(1, System.nanoTime() - began) * 1e-9;
    StepCounters counters =
        new StepCounters(
            seconds,
            p,
            polls,
            emptyPolls,
            gate.received() - received,
            gate.kept() - early,
            sent,
            computations,
            overlapped,
            timedPolls == 0 ? 0 : timedPollNanos * 1e-9 / timedPolls,
            timedWork == 0 ? 0 : timedWorkNanos * 1e-9 / timedWork,
            backlog);
    last = counters;
    if (alone) {
      tuner.observe(counters);
      tuner.step(seconds);
    }
  }
}
