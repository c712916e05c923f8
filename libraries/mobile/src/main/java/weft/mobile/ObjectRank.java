// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.World;
import weft.codec.Codec;
import weft.codec.CodecException;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.layer.FrameCursor;
import weft.layer.Layer;
import weft.layer.LayerCalls;
import weft.layer.LayerMessages;
import weft.layer.LayerRecording;
import weft.layer.LayerSteps;
import weft.mobile.internal.ArrayEntry;
import weft.mobile.internal.LayerWire;
import weft.mobile.internal.LentObjects;
import weft.mobile.internal.ObjectNames;
import weft.mobile.internal.ObjectRecording;
import weft.mobile.internal.ObjectWriters;
import weft.mobile.internal.StepLength;
import weft.mobile.internal.WaitingMessages;
import weft.mobile.internal.protocol.Hosting;
import weft.mobile.internal.protocol.MailLayout;
import weft.mobile.internal.protocol.ObjectWord;
import weft.mobile.internal.protocol.Resident;
import weft.mobile.internal.protocol.Router;
import weft.mobile.residence.ObjectKeeper;

/// One rank's mobile objects: registers their types and requests, and runs their handlers in steps.
final class ObjectRank implements Hosting {
  final World world;
  final Layer layer;
  final LayerCalls calls;
  private final LayerSteps steps;
  final Router router;
  final FrameCursor frames = LayerMessages.frame();
  final List<Kind> kinds = new ArrayList<>();
  final List<ArrayEntry> arrays = new ArrayList<>();
  final ObjectWriters writers = new ObjectWriters();
  final ProgramFunctions functions;
  final ObjectNames names = new ObjectNames();
  private Request[] requests = new Request[16];
  private int requestCount;

  private final @Nullable LayerRecording recording;

  /// By request: its number in the recording; empty if the job is not recorded.
  private int[] recorded = {};

  private final Self<Object> self;
  private final KeptMail kept;

  /// Keeps objects elsewhere than in memory; null if all are in memory.
  @Nullable ObjectKeeper keeper;

  /// The object whose handler runs; null in the body. A handler of messages between ranks may run
  /// meanwhile: see [#sender].
  @Nullable Resident current;

  private final LentObjects lent = new LentObjects(this::leave);
  private @Nullable Runnable idle;
  private @Nullable Runnable afterSteps;
  private final StepLength stepLength = new StepLength();

  /// Whether a step is to handle one message alone.
  private boolean single;

  private boolean suspended;

  /// Whether the body is in [World#quiesce].
  private boolean awaitsQuiescence;

  /// Whether the handlers of objects stop when the one that runs has returned.
  private boolean pausing;

  /// Called before steps that have mail; null for none.
  private @Nullable Runnable whenBusy;

  /// Called in waits of the body while handlers of objects are stopped; null for none.
  private @Nullable Runnable whenWaiting;

  /// Each returns why no checkpoint can be saved, or null.
  final List<Supplier<@Nullable String>> obstacles = new ArrayList<>();

  /// The ranks of earlier runs that this job does not have, and the serials of their last objects.
  final TreeMap<Integer, Long> formerSerials = new TreeMap<>();

  /// Whether handlers are timed.
  boolean measuring;

  /// Messages handled since the start.
  long handled;

  private final Reductions reductions;
  final Compaction compaction;

  ObjectRank(World world) {
    this.world = world;
    this.layer = Layer.of(world);
    this.calls = layer.calls();
    this.steps = layer.steps();
    this.recording = layer.recording();
    this.functions = new ProgramFunctions(layer);
    if (calls.isStarted()) {
      throw new IllegalStateException(
          "MobileObjects.of was called after World.start on rank "
              + world.rank()
              + "; call it before, on every rank");
    }
    var wire = new LayerWire(world, layer);
    this.router = new Router(wire, this, this::home);
    wire.connect(router);
    this.self = new Self<>(this);
    this.kept = new KeptMail(this);
    steps.set(ObjectRecording.of(layer, router.counts(), () -> keeper, this::steps));
    var waiting = new WaitingMessages(layer, router, names);
    layer.waiting().describe(waiting::describe);
    layer.moments().whenWaitingLong(waiting::look);
    layer.moments().beforeQuiesce(this::quiescing);
    layer.moments().whenQuiescent(this::quiescent);
    this.reductions = new Reductions(world, layer, this::home);
    this.compaction = new Compaction(world, layer, router, this::suspend);
  }

  int rank() {
    return layer.rank();
  }

  int home(long word) {
    int owner = ObjectWord.owner(word);
    if (ObjectWord.isElement(word)) {
      return arrays.get(owner).home(ObjectWord.serial(word));
    }
    int ranks = layer.size();
    return owner < ranks ? owner : owner % ranks; // created by a run with more ranks
  }

  /// The number of ranks that objects may name as their creators.
  int creators() {
    return Math.max(layer.size(), formerSerials.isEmpty() ? 0 : formerSerials.lastKey() + 1);
  }

  // Registration.

  Kind addKind(String name, Codec<?> codec) {
    var kind = new Kind(layer, names, name, kinds.size(), codec);
    layer.messages().compare("mobile type " + name, kinds.size() + ":" + kind.codec.signature());
    kinds.add(kind);
    return kind;
  }

  Request addRequest(Kind kind, String name, String shape, Request.Invoker invoker) {
    layer
        .messages()
        .compare("mobile request " + kind.name + "." + name, requestCount + ":" + shape);
    if (requestCount == requests.length) {
      requests = Arrays.copyOf(requests, 2 * requestCount);
    }
    var request = new Request(name, requestCount, kind, shape, invoker);
    if (recording != null) {
      recorded = Arrays.copyOf(recorded, requestCount + 1);
      recorded[requestCount] = recording.handler(name, kind.name);
    }
    requests[requestCount++] = request;
    return request;
  }

  ArrayEntry addArray(Kind kind, String name, long size) {
    layer.messages().compare("mobile array " + name, arrays.size() + ":" + kind.name + ":" + size);
    var array = new ArrayEntry(name, arrays.size(), kind.name, size, layer.size());
    arrays.add(array);
    names.addArray(name);
    return array;
  }

  Reductions reductions() {
    return reductions;
  }

  Kind kind(int number) {
    return kinds.get(number);
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
      throw target.foreign(this, request);
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
    Resident current = this.current;
    return current == null || calls.inHandler() ? null : current;
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

  /// The request of a message.
  ///
  /// @param number its number, with the mark of a broadcast or without
  Request request(int number) {
    return requests[number & ~MailLayout.BROADCAST];
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

  void checkTarget(String call, int target) {
    calls.checkMaySend(call);
    if (target < 0 || target >= layer.size()) {
      throw new IndexOutOfBoundsException(
          call
              + " to rank "
              + target
              + " on rank "
              + rank()
              + ", but the ranks of this job are 0 to "
              + (layer.size() - 1));
    }
  }

  // Running.

  private int steps() {
    lent.returnAll();
    router.decide();
    compaction.look();
    if (suspended) {
      if (whenWaiting != null) {
        whenWaiting.run();
      }
      return 0;
    }
    if (whenBusy != null && router.owed() > 0) {
      whenBusy.run();
    }
    int brought = keeper == null ? 0 : keeper.step();
    int did = single ? run(1) : runSlice();
    if (did == 0 && idle != null && !isDelayed()) {
      idle.run();
    }
    if (afterSteps != null) {
      afterSteps.run();
    }
    return did + brought;
  }

  /// Whether mail waits for objects that are not in memory.
  private boolean isDelayed() {
    return keeper != null && router.owed() > 0;
  }

  /// Handles messages for a slice of time, and returns the number handled.
  private int runSlice() {
    StepLength length = stepLength;
    int most = length.first();
    int did = run(most);
    int more = did;
    while (more == most && length.goesOn(more)) {
      most = length.more();
      more = run(most);
      did += more;
    }
    return did;
  }

  /// Handles up to `most` messages, and returns the number handled.
  private int run(int most) {
    for (int did = 0; did < most; did++) {
      Resident object = suspended ? null : router.run();
      if (object == null) {
        return did;
      }
      run(object);
    }
    return most;
  }

  /// Lets one object handle one message, for the body.
  int stepOnce() {
    long before = handled;
    single = true;
    try {
      steps.run();
    } finally {
      single = false;
    }
    return (int) (handled - before); // a step counts objects that it has brought, too
  }

  private void run(Resident object) {
    var mail = object.mail();
    Request request = request(mail.request());
    Self<Object> self = this.self;
    self.object = object;
    self.request = request;
    self.sender = mail.sender();
    current = object;
    steps.enter(self);
    if (recording != null) {
      recording.running(recorded[request.number()]);
    }
    if (request.kind().number != object.type()) {
      throw wrongType(object, request);
    }
    if (measuring && object.isSampled()) {
      long began = System.nanoTime();
      request.invoker().run(self, object.state(), mail.memory(), mail.at(), mail.payload());
      object.sampled(System.nanoTime() - began);
    } else {
      request.invoker().run(self, object.state(), mail.memory(), mail.at(), mail.payload());
    }
    handled++;
    lent.returnAll();
    router.ran(object);
    if (object.isLeaving() || object.isDying()) {
      after(object);
    }
    if (keeper != null && router.isHere(object)) {
      keeper.ran(object, !request.kind().reads(request));
    }
    steps.leave();
    current = null;
    self.object = null;
    if (pausing) {
      suspend(true);
    }
  }

  private WeftException wrongType(Resident object, Request request) {
    return new WeftException(
        "a message \""
            + request.name()
            + "\" for objects of type "
            + request.kind()
            + " has reached "
            + names.of(kind(object.type()).name, object.word())
            + "; its sender made a pointer of the wrong type from its word");
  }

  /// Ends or moves the object after its handler has returned, if the handler asked for that.
  private void after(Resident object) {
    if (object.isDying()) {
      router.destroy(object);
    } else {
      leave(object);
    }
  }

  private void leave(Resident object) {
    int target = object.leavingTo();
    if (object.pins() == 0 && target >= 0 && !handlesMailFirst(object)) {
      object.leaveTo(-1);
      router.migrate(object, target);
    }
  }

  /// Moves an object from this rank, at once or when nothing pins it.
  void move(Resident object, int target) {
    object.leaveTo(target == rank() ? -1 : target);
    if (!object.isRunning() && !object.isDying()) {
      leave(object);
    }
  }

  /// Moves an object as [#move] does for a plan made earlier, if it is still on this rank. A move
  /// that the program has requested meanwhile takes precedence.
  void moveIfHere(long word, int target) {
    Resident object = router.find(word).here();
    if (object != null && !object.isLeaving() && !object.isDying() && !suspended) {
      move(object, target);
    }
  }

  /// Whether the object can leave this rank at once.
  boolean mayLeave(Resident object) {
    return router.isHere(object)
        && object.pins() == 0
        && !object.isRunning()
        && !object.isLeaving()
        && !object.isDying()
        && !handlesMailFirst(object)
        && !suspended;
  }

  /// Whether an object here can handle mail that lies in a store: in a move that would be one long
  /// message. An object without its state may be on a rank that runs none.
  private static boolean handlesMailFirst(Resident object) {
    return object.hasStoredMail() && object.isPresent();
  }

  /// Moves an object for a call of the program.
  void moveByCall(Resident object, int target) {
    // The request comes first, and the object is looked up again: the lent objects that go back may
    // leave, this one among them, and handlers that run meanwhile may move it.
    object.leaveTo(target == rank() ? -1 : target);
    returnLentOfBody();
    if (router.isHere(object) && !object.isRunning() && !object.isDying()) {
      leave(object);
    }
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

  // Objects that are here.

  @Nullable Object here(MobilePointer<?> pointer) {
    calls.checkMaySend("MobileObjects.here");
    returnLentOfBody();
    Resident object = router.find(pointer.word).here();
    if (object == null) {
      return null;
    }
    if (object.isRunning() && (object != current || calls.inHandler())) {
      throw new IllegalStateException(
          "MobileObjects.here of "
              + pointer
              + " on rank "
              + rank()
              + " in "
              + calls.where()
              + ", while a handler of that object is under way");
    }
    lent.lend(object);
    if (keeper != null) {
      keeper.use(object);
    }
    return object.state();
  }

  void expect(MobilePointer<?> pointer) {
    Resident object = router.find(pointer.word).here();
    if (keeper != null && object != null && !object.isPresent()) {
      keeper.expected(object);
    }
  }

  private void returnLentOfBody() {
    if (current == null && !calls.inHandler()) {
      lent.returnAll();
    }
  }

  /// Sets the action for a step that finds no mail; null for none.
  void whenIdle(@Nullable Runnable idle) {
    this.idle = idle;
  }

  /// Sets the action after each step; null for none.
  void afterSteps(@Nullable Runnable action) {
    afterSteps = action;
  }

  /// Stops or resumes the handlers of objects, and moves by balancing: messages of balancing are
  /// not counted, so they may arrive at a quiet point.
  void suspend(boolean suspend) {
    pausing = false;
    if (suspended == suspend) {
      return;
    }
    suspended = suspend;
    if (suspend) {
      router.suspend();
    } else {
      router.resume(awaitsQuiescence);
    }
  }

  /// Stops the handlers of objects, when the one that runs has returned.
  void pause() {
    if (current != null) {
      pausing = true;
    } else {
      returnLentOfBody();
      suspend(true);
    }
  }

  /// Sets the action before steps that have mail; null for none.
  void whenBusy(@Nullable Runnable action) {
    whenBusy = action;
  }

  /// Sets the action in waits of the body while handlers of objects are stopped; null for none.
  void whenWaiting(@Nullable Runnable action) {
    whenWaiting = action;
  }

  /// Whether mail waits here, and is handled.
  boolean isBusy() {
    return !suspended && router.owed() > 0;
  }

  int requestCount() {
    return requestCount;
  }

  // Hosting: the protocol calls these.

  @Override
  public void encode(Resident object, int target, Writer out) {
    encode(object, out, ", which is to go to rank " + target + " and stays");
  }

  /// Encodes the state of an object, or copies it if it is encoded already.
  ///
  /// @param purpose begins with a comma or blank, for the sentence about a failure
  void encode(Resident object, Writer out, String purpose) {
    if (keeper != null && !object.isPresent()) {
      keeper.copy(object, out);
      return;
    }
    try {
      out.writeWhole(kind(object.type()).codec, object.state());
    } catch (CodecException e) {
      throw new CodecException(
          "rank "
              + rank()
              + " cannot encode "
              + name(object.word())
              + purpose
              + ": "
              + e.getMessage(),
          e);
    }
  }

  @Override
  public void receive(Resident object, int source, Reader in) {
    if (keeper != null && !keeper.admits(in.remaining())) {
      var encoded = new byte[Math.toIntExact(in.remaining())];
      in.readRaw(encoded, 0, encoded.length);
      keeper.store(object, encoded);
    } else {
      long bytes = in.remaining();
      decode(object, in, ", which has arrived from rank " + source);
      if (keeper != null) {
        keeper.arrived(object, bytes, true);
      }
    }
  }

  /// Decodes the state of an object.
  ///
  /// @param origin begins with a comma or blank, for the sentence about a failure
  void decode(Resident object, Reader in, String origin) {
    Kind kind = kind(object.type());
    try {
      @Nullable Object state = in.readWhole(kind.codec);
      if (state == null) {
        throw new CodecException("it has decoded null");
      }
      object.setState(state);
    } catch (CodecException e) {
      var failure =
          new CodecException(
              "rank "
                  + rank()
                  + " cannot decode "
                  + names.of(kind.name, object.word())
                  + origin
                  + ": "
                  + e.getMessage(),
              e);
      throw layer.program().blame(kind.codecPart, failure);
    }
  }

  @Override
  public void arrived(Resident object, boolean held) {
    if (keeper != null && object.record() == null) {
      keeper.arrived(object, -1, !held || !calls.isStarted());
    }
  }

  @Override
  public void wanted(Resident object) {
    Objects.requireNonNull(keeper).wanted(object);
  }

  /// Moves mail to the store until little is left in memory.
  void storeMail() {
    ObjectKeeper keeper = this.keeper;
    if (keeper == null) {
      return;
    }
    List<Resident> objects = new ArrayList<>();
    router.forEachHere(it -> {
      if (it.waitingBytes() > 0) {
        objects.add(it);
      }
    });
    objects.sort(Comparator.comparingLong(Resident::waitingBytes).reversed());
    for (int i = 0; i < objects.size() && !kept.isLittle(); i++) {
      router.store(objects.get(i), keeper);
    }
  }

  @Override
  public void gone(Resident object, boolean ended) {
    if (keeper != null) {
      keeper.gone(object);
    }
    if (ended && ObjectWord.isElement(object.word())) {
      reductions.ended(object);
    }
  }

  @Override
  public void member(long element, boolean inserted) {
    arrays.get(ObjectWord.owner(element)).members().set(ObjectWord.serial(element), inserted);
  }

  @Override
  public void noRoom(Resident object, int number, long sender, byte[] message) {
    Request request = request(number);
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
    Request request = request(number);
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
                + request.ended(names, object, sender)
                + ", or give the type an action for such messages (MobileType.undelivered)");
      }
      return;
    }
    action.handle(undelivered(object, request, sender, payload), Undelivered.Reason.DEAD);
  }

  @Override
  public void accepted(Resident object) {
    if (object.isLeaving() && !object.isRunning()) {
      leave(object);
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
      return names.sender(word);
    }
    Resident object = router.find(word).here();
    return object == null ? names.of(word) : names.of(kind(object.type()).name, word);
  }

  @Override
  public void kept(int messages, long bytes) {
    kept.add(messages, bytes);
  }

  private void quiescing() {
    awaitsQuiescence = true;
    if (!suspended) {
      router.quiescing();
    }
  }

  /// A quiet point is no quiescence of the program: it frees no index, and what still waits may be
  /// inserted or contributed later.
  private void quiescent() {
    awaitsQuiescence = false;
    if (suspended) {
      return;
    }
    boolean end = !router.isQuiescing();
    long before = end ? Long.MAX_VALUE : layer.counts().reports();
    router.quiescent();
    EarlyMessages.check(rank(), router, arrays, before);
    reductions.quiescent(end);
    compaction.quiescent(end);
  }
}
