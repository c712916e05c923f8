// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.World;
import weft.codec.Writer;
import weft.layer.FrameCursor;
import weft.layer.Layer;
import weft.layer.LayerCalls;
import weft.layer.LayerMessages;
import weft.layer.LayerSteps;
import weft.mobile.internal.Compaction;
import weft.mobile.internal.EarlyMessages;
import weft.mobile.internal.LayerWire;
import weft.mobile.internal.ObjectMoves;
import weft.mobile.internal.ObjectWriters;
import weft.mobile.internal.Turn;
import weft.mobile.internal.WaitingMessages;
import weft.mobile.internal.protocol.Hosting;
import weft.mobile.internal.protocol.MailLayout;
import weft.mobile.internal.protocol.ObjectWord;
import weft.mobile.internal.protocol.Resident;
import weft.mobile.internal.protocol.Router;

/// One rank's mobile objects: makes their parts, sends their messages, and takes back those that
/// cannot be delivered.
final class ObjectRank implements Hosting {
  final World world;
  final Layer layer;
  private final LayerCalls calls;
  private final LayerSteps steps;
  final ObjectTypes types;
  final Router router;
  final HostedObjects hosted;
  final ObjectMoves moves;
  final ObjectRunner runner;
  final FrameCursor frames = LayerMessages.frame();
  final ObjectWriters writers = new ObjectWriters();
  final ProgramFunctions functions;
  private final KeptMail kept;
  private final Turn turn = new Turn();
  private final Reductions reductions;
  final Compaction compaction;

  /// Each returns why no checkpoint can be saved, or null.
  final List<Supplier<@Nullable String>> obstacles = new ArrayList<>();

  ObjectRank(World world) {
    this.world = world;
    this.layer = Layer.of(world);
    this.calls = layer.calls();
    this.steps = layer.steps();
    this.functions = new ProgramFunctions(layer);
    if (calls.isStarted()) {
      throw new IllegalStateException(
          "MobileObjects.of was called after World.start on rank "
              + world.rank()
              + "; call it before, on every rank");
    }
    this.types = new ObjectTypes(layer);
    this.moves = new ObjectMoves(layer, turn);
    var wire = new LayerWire(world, layer);
    this.reductions = new Reductions(world, layer, types::home);
    this.hosted = new HostedObjects(world, layer, types, moves, reductions);
    this.router = new Router(wire, this, hosted, types::home);
    this.kept = new KeptMail(layer.counts(), types, hosted, router);
    wire.connect(router);
    moves.connect(router);
    hosted.connect(router);
    this.runner = new ObjectRunner(layer, types, hosted, moves, router, turn);
    var waiting = new WaitingMessages(layer, router, types.names);
    layer.waiting().describe(waiting::describe);
    layer.moments().whenWaitingLong(waiting::look);
    layer.moments().beforeQuiesce(this::quiescing);
    layer.moments().whenQuiescent(this::quiescent);
    this.compaction = new Compaction(world, layer, router, runner::suspend);
    runner.beforeSteps(compaction::look);
  }

  int rank() {
    return layer.rank();
  }

  Reductions reductions() {
    return reductions;
  }

  // Sending.

  /// Begins a message; see [Router#begin].
  long begin(MobilePointer<?> target, Request request, long bytes) {
    checkTarget(target, request);
    return begin(target.word, request, bytes);
  }

  long begin(long word, Request request, long bytes) {
    checkSend(request);
    if (kept.isMuch()) {
      drain();
    }
    return router.begin(word, request.number(), sender(), bytes);
  }

  /// Refuses a send of `request` by other threads, before the start, and after the end. A call that
  /// encodes what it sends checks this first.
  void checkSend(Request request) {
    if (!calls.maySend()) {
      throw cannotSend(request);
    }
  }

  /// Refuses a send of `request` to `target`, before anything is changed for it.
  void checkSend(MobilePointer<?> target, Request request) {
    checkSend(request);
    checkTarget(target, request);
  }

  private void checkTarget(MobilePointer<?> target, Request request) {
    if (target.kind != request.kind()) {
      throw target.foreign(types, request);
    }
  }

  private RuntimeException cannotSend(Request request) {
    calls.checkMaySend("a send of \"" + request.name() + "\" to an object");
    return EarlyMessages.beforeStart(rank(), request.name());
  }

  /// Begins a message of a broadcast. Its sender is this rank, even if a handler of an object runs.
  long beginBroadcast(long word, Request request, long bytes) {
    if (kept.isMuch()) {
      drain();
    }
    return router.begin(word, request.number() | MailLayout.BROADCAST, null, bytes);
  }

  /// Returns the object that is sending, or null if the rank is. If a handler of messages between
  /// ranks runs inside a step, the rank is the sender.
  private @Nullable Resident sender() {
    Resident object = turn.object;
    return object == null || calls.inHandler() ? null : object;
  }

  /// Lets objects run before a send, if much mail is kept.
  private void drain() {
    while (kept.isMuch() && steps.run() > 0) {
      world.poll();
    }
  }

  MemorySegment opened() {
    return router.opened();
  }

  void end() {
    router.end();
  }

  /// Sends the contents of `out`.
  void sendWritten(MobilePointer<?> target, Request request, Writer out) {
    checkTarget(target, request);
    sendWritten(target.word, request, out);
  }

  /// Sends the contents of `out`.
  void sendWritten(long word, Request request, Writer out) {
    long at = begin(word, request, out.size());
    MemorySegment.copy(out.memory(), 0, router.opened(), at, out.size());
    router.end();
  }

  /// Inserts an element on this rank.
  void insert(long word, int type, Object state) {
    if (!calls.isStarted()) {
      throw new IllegalStateException(
          "MobileArray.insert of element "
              + ObjectWord.serial(word)
              + " was called before World.start() on rank "
              + rank()
              + "; initial elements are those of MobileType.array");
    }
    router.checkInsertion(word);
    router.insert(word, type, state, reductions.enter(word, sender()));
  }

  /// Returns the object of a pointer if it is here, for a call of the program; else null.
  @Nullable Object here(MobilePointer<?> pointer) {
    Resident object = moves.lend(pointer.word, pointer);
    return object == null ? null : hosted.use(object);
  }

  /// Returns the object of a pointer if it is here and in memory, for a call of the program; else
  /// null.
  @Nullable Object inMemory(MobilePointer<?> pointer) {
    moves.returnLentOfBody(); // objects that leave send, and handlers may run meanwhile
    Resident object = router.find(pointer.word).here();
    return object != null && object.isPresent() ? here(pointer) : null;
  }

  // Hosting: the protocol calls these.

  @Override
  public void member(long element, boolean inserted) {
    types.arrays.get(ObjectWord.owner(element)).members().set(ObjectWord.serial(element), inserted);
  }

  @Override
  public void noRoom(Resident object, int number, long sender, byte[] message) {
    Request request = types.request(number);
    Undelivered action = Objects.requireNonNull(request.kind().undelivered);
    int head = request.invoker().headBytes();
    byte[] payload = Arrays.copyOfRange(message, head, message.length);
    action.handle(undelivered(object.word(), request, sender, payload), Undelivered.Reason.NO_ROOM);
  }

  private static Undelivered.Message undelivered(
      long object, Request request, long sender, byte[] payload) {
    boolean byRank = ObjectWord.isRank(sender);
    return new Undelivered.Message(
        object,
        request.name(),
        byRank ? 0 : sender,
        byRank ? ObjectWord.owner(sender) : -1,
        payload);
  }

  @Override
  public void undelivered(
      long object, int number, long sender, MemorySegment memory, long at, long bytes) {
    Request request = types.request(number);
    Request.Invoker invoker = request.invoker();
    Undelivered action = request.kind().undelivered;
    int head = invoker.headBytes();
    // Copied first: the refusal may run handlers.
    var payload = memory.asSlice(at + head, bytes - head).toArray(ValueLayout.JAVA_BYTE);
    boolean refused = invoker.refuse(memory, at, object, sender);
    if (action == null) {
      // The sender of a broadcast cannot know which elements end before they handle it.
      if (!refused && (number & MailLayout.BROADCAST) == 0) {
        throw new WeftException(
            "a message "
                + request.ended(types.names, object, sender)
                + ", or give the type an action for such messages (MobileType.undelivered)");
      }
      return;
    }
    action.handle(undelivered(object, request, sender, payload), Undelivered.Reason.DEAD);
  }

  @Override
  public void accepted(Resident object) {
    if (object.isLeaving() && !object.isRunning()) {
      moves.leave(object);
    }
  }

  @Override
  public RuntimeException insertedTwice(long element, int by, int holder) {
    return EarlyMessages.insertedTwice(name(element), by, holder);
  }

  @Override
  public RuntimeException insertedTooEarly(long element, int by) {
    return EarlyMessages.insertedTooEarly(name(element), by);
  }

  @Override
  public String name(long word) {
    if (ObjectWord.isRank(word)) {
      return types.names.sender(word);
    }
    Resident object = router.find(word).here();
    return object == null ? types.names.of(word) : types.name(object);
  }

  @Override
  public void kept(int messages, long bytes) {
    kept.add(messages, bytes);
  }

  // Quiescence.

  private void quiescing() {
    runner.awaitsQuiescence(true);
    if (!turn.suspended) {
      router.quiescing();
    }
  }

  /// A quiet point is no quiescence of the program: it frees no index, and what still waits may be
  /// inserted or contributed later.
  private void quiescent() {
    runner.awaitsQuiescence(false);
    if (turn.suspended) {
      return;
    }
    boolean end = !router.isQuiescing();
    long before = end ? Long.MAX_VALUE : layer.counts().reports();
    router.quiescent();
    EarlyMessages.check(rank(), router, types.arrays, before);
    reductions.quiescent(end);
    compaction.quiescent(end);
  }
}
