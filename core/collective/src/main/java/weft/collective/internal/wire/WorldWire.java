// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import weft.Frame;
import weft.RsrN;
import weft.WeftException;
import weft.World;
import weft.layer.BudgetShare;
import weft.layer.Frames;
import weft.layer.Layer;
import weft.layer.LayerCounts;
import weft.layer.LayerMemory;
import weft.layer.UncountedWords;

/// The wire of a rank of a job: an active message of four words, and one with bytes after them.
///
/// ```
/// 0        8        16       24       32
/// | a      | b      | c      | d      | bytes ...
/// ```
public final class WorldWire implements CollectiveWire {
  private static final int WORDS = 32;
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  /// Takes the messages.
  public interface Receiver {
    /// Handles a message; its bytes are invalid afterwards.
    void arrive(
        int source, long a, long b, long c, long d, MemorySegment memory, long at, long bytes);

    /// Says at which line this rank began an operation of a group, or freed the group before it;
    /// empty if unknown.
    String begun(int group, int sequence);
  }

  private final Layer layer;
  private final LayerCounts counts;
  private final LayerMemory memory;
  private final BudgetShare budget;
  private final UncountedWords words;
  private final Frames frames;
  private final RsrN disagreement;
  private final boolean checking;
  private @Nullable Receiver receiver;
  private MemorySegment opened = MemorySegment.NULL;
  private long at;

  /// Whether the rank's body has returned.
  private boolean over;

  /// Creates the wire of the rank behind `world`, which has not started yet.
  public WorldWire(World world) {
    this.layer = Layer.of(world);
    this.counts = layer.counts();
    this.memory = layer.memory();
    this.budget = counts.budgetShare("early arrivals of collectives");
    this.checking = layer.calls().isChecking();
    this.words = layer.messages().uncountedWords("weft collective", this::words);
    this.frames = layer.messages().frames("weft collective bytes", this::bytes);
    this.disagreement = world.rsrN("weft collective disagreement", this::disagreed);
    layer.moments().atEnd(() -> over = true);
  }

  /// Sets the receiver of the messages.
  public void connect(Receiver receiver) {
    this.receiver = receiver;
  }

  private Receiver receiver() {
    Receiver receiver = this.receiver;
    if (receiver == null) {
      throw new IllegalStateException("a message arrived before the wire was connected");
    }
    return receiver;
  }

  private void words(int source, long a, long b, long c, long d) {
    if (!Header.isCalled(b)) {
      counts.move();
    }
    receiver().arrive(source, a, b, c, d, MemorySegment.NULL, 0, 0);
  }

  private void bytes(int source, MemorySegment memory, long at, long bytes) {
    receiver()
        .arrive(
            source,
            memory.get(WORD, at),
            memory.get(WORD, at + 8),
            memory.get(WORD, at + 16),
            memory.get(WORD, at + 24),
            memory,
            at + WORDS,
            bytes - WORDS);
  }

  /// Both ranks add their lines to the text before the job ends. This waits for them as long as
  /// they compute; no rank gets further meanwhile.
  @Override
  public void disagree(int one, int other, int group, int sequence, String text) {
    String whole = text + ". Calls: " + place(group, sequence);
    sendText(one, other == rank() ? one : other, group, sequence, whole);
    if (layer.calls().mayWait()) {
      layer.waiting().await("a disagreement about a collective call", () -> false);
    }
  }

  @Override
  public long enterOperator(int part) {
    return layer.program().enterPure(part);
  }

  @Override
  public void leaveOperator(long outer) {
    layer.program().leave(outer);
  }

  @Override
  public RuntimeException operatorFailed(long outer, Throwable thrown) {
    throw layer.program().failed(outer, thrown);
  }

  /// Sends `target` a text, which it forwards to the rank `last`.
  private void sendText(int target, int last, int group, int sequence, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    var payload =
        ByteBuffer.allocate(3 * Integer.BYTES + bytes.length).order(ByteOrder.LITTLE_ENDIAN);
    payload.putInt(last).putInt(group).putInt(sequence).put(bytes);
    disagreement.send(target, payload.array());
  }

  private void disagreed(int source, Frame frame) {
    ByteBuffer payload = ByteBuffer.wrap(frame.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
    int last = payload.getInt();
    int group = payload.getInt();
    int sequence = payload.getInt();
    String text = StandardCharsets.UTF_8.decode(payload) + ", " + place(group, sequence);
    if (last == rank()) {
      throw new WeftException(text);
    }
    sendText(last, last, group, sequence, text);
  }

  /// The line at which this rank is, and the line that began the operation, if known.
  private String place(int group, int sequence) {
    String begun = receiver().begun(group, sequence);
    return "rank "
        + rank()
        + (over ? " after its body returned" : " at " + layer.calls().line())
        + (begun.isEmpty() ? "" : " (" + begun + ")");
  }

  @Override
  public String line() {
    return checking ? layer.calls().line() : "";
  }

  @Override
  public int rank() {
    return layer.rank();
  }

  @Override
  public int size() {
    return layer.size();
  }

  @Override
  public int frameBytes() {
    return frames.maxBytes() - WORDS;
  }

  @Override
  public boolean trySend(int target, long a, long b, long c, long d) {
    return words.trySend(target, a, b, c, d);
  }

  @Override
  public MemorySegment open(int target, int bytes) {
    long begin = frames.open(target, bytes + WORDS);
    opened = frames.memory();
    at = begin;
    return opened;
  }

  @Override
  public long at() {
    return at + WORDS;
  }

  @Override
  public void close(long a, long b, long c, long d) {
    opened.set(WORD, at, a);
    opened.set(WORD, at + 8, b);
    opened.set(WORD, at + 16, c);
    opened.set(WORD, at + 24, d);
    frames.close();
  }

  @Override
  public @Nullable MemorySegment heap(int rank) {
    return memory.heap(rank);
  }

  @Override
  public long allocate(long bytes) {
    return memory.allocate(bytes);
  }

  @Override
  public void free(long offset) {
    memory.free(offset);
  }

  @Override
  public long offsetOf(MemorySegment segment) {
    return memory.offsetOf(segment);
  }

  @Override
  public void takeBudget(long bytes) {
    budget.take(bytes);
  }

  @Override
  public void giveBudget(long bytes) {
    budget.give(bytes);
  }
}
