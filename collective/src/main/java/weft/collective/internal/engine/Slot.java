// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import org.jspecify.annotations.Nullable;
import weft.collective.internal.data.Span;
import weft.collective.internal.reduction.Operands;
import weft.collective.internal.wire.Signature;
import weft.collective.schedule.Collective;
import weft.collective.schedule.Region;
import weft.collective.schedule.Schedule;
import weft.collective.schedule.Shape;

/// The control structure of one operation under way: how far its schedule has come, what has
/// arrived before it was wanted, what others still read. Calls and handlers share it.
public final class Slot {
  final Context context;

  /// Its place in the order of the group's operations.
  public int sequence;

  /// Whether an operation has it: by its call, or by its first message.
  boolean active;

  /// Whether this rank has called.
  boolean entered;

  /// What the ranks agree on; from the first call or message.
  long signature;

  long agreed;

  /// Who first said so, a rank of the group; itself once it has called.
  int informant;

  /// Whether it is carried out without messages, and not over.
  boolean passing;

  /// Whether this rank carries it out without messages; known until the slot is used again.
  boolean byBoard;

  /// The member that it waits for then, or −1.
  public int waitsFor = -1;

  /// The line of the program that has begun it, if that is known; until the slot is used again.
  String begunAt = "";

  /// The call, once there is one.
  @Nullable GroupCall call;

  /// What is to be done, once that is known.
  @Nullable Compiled compiled;

  /// The step that is next.
  int step;

  /// Whether its steps are being carried out, and whether something has come meanwhile.
  boolean advancing;

  boolean again;

  /// Whether it is held up until a member comes further, or a token, chunk or ticket is free.
  boolean stalled;

  /// Sends from memory of the call that are not served.
  int unserved;

  /// Chunks taken and not given back.
  int chunks;

  /// What the last receive brought.
  @Nullable Block block;

  /// What is kept for the next fold.
  final Operands<Block> operands = new Operands<>();

  /// Bytes of the next receive that are being pulled and are not there yet.
  long missing;

  /// How many of them were asked for.
  long asked;

  /// Their ticket at their sender.
  int pulled;

  /// Where they go.
  final Span sink = new Span();

  /// How many steps are done when they are there: the copy too, when they go to its place directly.
  int sinkSteps;

  final Span temp = new Span();
  final Span received = new Span();
  private final @Nullable Chunk[] stages = new Chunk[Region.STAGES];
  private int stagesUsed;
  final Span staged = new Span();
  final Span stagedToo = new Span();

  private final @Nullable Arrival[] first;
  private final @Nullable Arrival[] last;
  int arrivals;

  /// The memory behind `temp`, once it is used.
  @Nullable Workspace workspace;

  Slot(Context context) {
    this.context = context;
    this.first = new Arrival[context.members.length];
    this.last = new Arrival[context.members.length];
  }

  /// An operation takes the slot.
  void begin(int sequence, long signature, long agreed, int informant) {
    this.sequence = sequence;
    this.active = true;
    this.entered = false;
    this.byBoard = false;
    this.begunAt = "";
    this.signature = signature;
    this.agreed = agreed;
    this.informant = informant;
    this.step = 0;
    this.unserved = 0;
    this.chunks = 0;
  }

  /// The operation leaves the slot.
  void end() {
    active = false;
    call = null;
    if (compiled != null) {
      compiled.users--;
      compiled = null;
      temp.clear();
      received.clear();
      sink.clear();
      staged.clear();
      stagedToo.clear();
    }
  }

  /// Keeps what has come from a member for the next fold.
  void keepBlock(int peer) {
    operands.add(received(), peer < context.rank);
    block = null;
  }

  /// Lets the next fold write to the place that has come.
  void aimAtBlock() {
    operands.addTarget(received());
    block = null;
  }

  /// Who has said what is known of it: this rank, once it has called.
  int sayer() {
    return entered ? context.rank : informant;
  }

  /// Whether the length of a block is agreed on by the two ranks between which it travels, and not
  /// by all.
  boolean isPairwise() {
    return Signature.isPairwise(signature);
  }

  /// The bytes on which this rank, which has called, and the receiver of a message must agree.
  long agreedTo(int peer) {
    if (!isPairwise()) {
      return agreed;
    }
    Shape shape = compiled().shape;
    return shape.collective() == Collective.GATHER
        ? shape.outBytes(context.rank)
        : shape.inBytes(peer);
  }

  /// The same for the sender of one.
  long agreedFrom(int peer) {
    Shape shape = compiled().shape;
    return shape.collective() == Collective.SCATTER
        ? shape.inBytes(context.rank)
        : shape.outBytes(peer);
  }

  Compiled compiled() {
    Compiled compiled = this.compiled;
    if (compiled == null) {
      throw new IllegalStateException("nothing is known of this operation yet");
    }
    return compiled;
  }

  Schedule schedule() {
    return compiled().schedule;
  }

  /// The block of the last receive.
  Block received() {
    Block block = this.block;
    if (block == null) {
      throw new IllegalStateException("a step uses a block before one is received");
    }
    return block;
  }

  /// The chunk of a stage in use.
  Chunk chunk(int stage) {
    Chunk chunk = stage(stage);
    if (chunk == null) {
      throw new IllegalStateException("stage " + stage + " is used before it is fresh");
    }
    return chunk;
  }

  @Nullable Chunk stage(int k) {
    return stages[k];
  }

  void stage(int k, @Nullable Chunk chunk) {
    stages[k] = chunk;
    stagesUsed = Math.max(stagesUsed, k + 1);
  }

  int stagesUsed() {
    return stagesUsed;
  }

  void noStages() {
    stagesUsed = 0;
  }

  /// Keeps what has come from a member of the group.
  void add(int source, Arrival arrival) {
    Arrival before = last[source];
    if (before == null) {
      first[source] = arrival;
    } else {
      before.next = arrival;
    }
    last[source] = arrival;
    arrivals++;
  }

  /// Whether something from a member is kept.
  boolean has(int source) {
    return first[source] != null;
  }

  /// What has come first from a member and was not taken, or null.
  @Nullable Arrival take(int source) {
    Arrival arrival = first[source];
    if (arrival != null) {
      first[source] = arrival.next;
      if (arrival.next == null) {
        last[source] = null;
      }
      arrival.next = null;
      arrivals--;
    }
    return arrival;
  }
}
