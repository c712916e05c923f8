// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import org.jspecify.annotations.Nullable;
import weft.collective.internal.reduction.Operands;
import weft.collective.internal.wire.Signature;
import weft.collective.schedule.Collective;
import weft.collective.schedule.Region;
import weft.collective.schedule.Schedule;
import weft.collective.schedule.Shape;
import weft.memory.span.Span;

/// The control structure of one pending operation: the progress of its schedule, its early
/// arrivals, and the memory that others still read. Calls and handlers share it.
public final class Slot {
  final Context context;

  /// The operation's number in the order of the group.
  int sequence;

  /// Whether an operation uses the slot, since its call or its first message.
  boolean active;

  /// Whether this rank has called the operation.
  boolean entered;

  /// The values on which ranks agree, from the call or the first message.
  long signature;

  long agreed;

  /// The member from which these values are: this rank, once it has called.
  int informant;

  /// Whether the operation is carried out without messages.
  boolean passing;

  /// Whether this rank carries it out without messages; valid until the slot is reused.
  boolean byBoard;

  /// The member that such an operation waits for, or −1.
  int waitsFor = -1;

  /// The line of the program that began it, if known; valid until the slot is reused.
  String begunAt = "";

  /// The call; null before it.
  @Nullable GroupCall call;

  /// The schedule; null until it is known.
  @Nullable Compiled compiled;

  /// The next step.
  int step;

  /// Whether its steps are running, and whether to check once more afterwards.
  boolean advancing;

  boolean again;

  /// Whether it waits for the progress of a member, or for a token, chunk or ticket.
  boolean stalled;

  /// The number of announcements of the call's memory that are not served.
  int unserved;

  /// The number of chunks in use.
  int chunks;

  /// The block of the last receive.
  @Nullable Block block;

  /// The operands of the next fold.
  final Operands<Block> operands = new Operands<>();

  /// The bytes of the next receive that are being pulled and have not arrived.
  long missing;

  /// The number of bytes requested.
  long asked;

  /// The sender's ticket.
  int pulled;

  /// The destination of pulled bytes.
  final Span sink = new Span();

  /// The number of steps that are done once they arrive: 2 if they are received directly in the
  /// destination of the copy, else 1.
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

  /// The operation's number in the order of the group.
  public int sequence() {
    return sequence;
  }

  /// Notes for reports the member that the operation waits for; −1 for none.
  public void waitsFor(int member) {
    waitsFor = member;
  }

  /// Begins an operation in the slot.
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

  /// Ends the operation.
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

  /// Keeps the received block as an operand of the next fold.
  void keepBlock(int peer) {
    operands.add(received(), peer < context.rank);
    block = null;
  }

  /// Makes the received place a target of the next fold.
  void aimAtBlock() {
    operands.addTarget(received());
    block = null;
  }

  /// The member from which the agreed values are.
  int sayer() {
    return entered ? context.rank : informant;
  }

  /// Whether sender and receiver agree on the length of a block, rather than all ranks.
  boolean isPairwise() {
    return Signature.isPairwise(signature);
  }

  /// The length on which this rank, which has called, and the receiver of its message must agree.
  long agreedTo(int peer) {
    if (!isPairwise()) {
      return agreed;
    }
    Shape shape = compiled().shape;
    return shape.collective() == Collective.GATHER
        ? shape.outBytes(context.rank)
        : shape.inBytes(peer);
  }

  /// The length on which this rank and the sender of a message must agree.
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

  /// Queues an arrival from a member.
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

  /// Whether an arrival from a member is queued.
  boolean has(int source) {
    return first[source] != null;
  }

  /// Removes and returns the first arrival from a member, or null.
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
