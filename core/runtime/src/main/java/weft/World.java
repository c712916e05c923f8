// SPDX-License-Identifier: Apache-2.0
package weft;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.codec.Codec;
import weft.internal.Engine;
import weft.internal.dispatch.PayloadView;
import weft.internal.launch.RankRuntime;
import weft.internal.rank.Pending;
import weft.internal.send.SystemHandlers;
import weft.layer.LayerAccess;
import weft.recording.Recorder;

/// A rank's view of the job: its number, its handlers, its progress.
///
/// Register handlers, call [#start] once on every rank, then send. Handlers run on the rank's own
/// thread, inside calls that poll or wait, one at a time, so they need no lock. Only that thread
/// may call methods other than [#submit].
public final class World {
  static {
    LayerAccess.set(
        new LayerAccess() {
          @Override
          protected RankRuntime runtime(World world) {
            return world.runtime;
          }

          @Override
          protected Pending pending(Completion completion) {
            return completion.pending;
          }

          @Override
          protected Frame frame() {
            return new Frame();
          }

          @Override
          protected PayloadView view(Frame frame) {
            return frame.view();
          }
        });
  }

  private final RankRuntime runtime;
  private final Engine engine;
  private final List<String> args;
  private final Heap heap;
  private final Memory memory;
  private final RsrObject.ObjectPath objects;
  private final Answers answers;

  World(RankRuntime runtime, List<String> args) {
    this.runtime = runtime;
    this.engine = runtime.engine();
    this.args = args;
    var reply = new Rsr2(engine.sender(), "a reply");
    Rsr2.Handler onReply =
        (source, ticket, value) -> engine.self().replies().take(ticket).done(value);
    Registration.install(engine.handlers(), reply, SystemHandlers.REPLY, onReply);
    this.heap = new Heap(engine, runtime.memory().heap(), reply);
    this.memory = new Memory(engine, runtime.memory());
    this.objects = new RsrObject.ObjectPath(engine);
    this.answers = new Answers(engine, objects, reply);
  }

  /// This rank, from 0.
  public int rank() {
    return engine.self().rank();
  }

  /// The number of ranks.
  public int size() {
    return engine.self().size();
  }

  /// The rank after this one, in a ring.
  public int next() {
    return (rank() + 1) % size();
  }

  /// The rank before this one, in a ring.
  public int previous() {
    return (rank() + size() - 1) % size();
  }

  /// The transport's name, as `--transport` takes it: `threads`, `shm`, `mpi`, or the name of
  /// another [weft.transport.TransportProvider].
  public String transport() {
    return engine.transportName();
  }

  /// Whether every rank accesses the registered memory of all others directly. If not, puts and
  /// gets are messages, which the target serves when it polls.
  public boolean sharesMemory() {
    return runtime.memory().isShared();
  }

  /// The program's arguments, without Weft's own options.
  public List<String> args() {
    return args;
  }

  /// The largest payload, in bytes, that is sent in one piece. Only `trySend` is limited to it.
  public int frameBytes() {
    return engine.sender().frameBytes();
  }

  /// Registers a handler of no words. Every rank registers the same names, in any order.
  public Rsr0 rsr0(String name, Rsr0.Handler handler) {
    var rsr = new Rsr0(engine.sender(), name);
    Registration.register(engine.handlers(), rsr, handler);
    return rsr;
  }

  /// Registers a handler of one word.
  public Rsr1 rsr1(String name, Rsr1.Handler handler) {
    var rsr = new Rsr1(engine.sender(), name);
    Registration.register(engine.handlers(), rsr, handler);
    return rsr;
  }

  /// Registers a handler of two words.
  public Rsr2 rsr2(String name, Rsr2.Handler handler) {
    var rsr = new Rsr2(engine.sender(), name);
    Registration.register(engine.handlers(), rsr, handler);
    return rsr;
  }

  /// Registers a handler of three words.
  public Rsr3 rsr3(String name, Rsr3.Handler handler) {
    var rsr = new Rsr3(engine.sender(), name);
    Registration.register(engine.handlers(), rsr, handler);
    return rsr;
  }

  /// Registers a handler of four words.
  public Rsr4 rsr4(String name, Rsr4.Handler handler) {
    var rsr = new Rsr4(engine.sender(), name);
    Registration.register(engine.handlers(), rsr, handler);
    return rsr;
  }

  /// Registers a handler of a payload of any size.
  public RsrN rsrN(String name, RsrN.Handler handler) {
    var rsr = new RsrN(engine.sender(), name);
    Registration.register(engine.handlers(), rsr, handler);
    return rsr;
  }

  /// Registers a handler of objects, which travel by `codec`.
  public <T extends @Nullable Object> RsrObject<T> rsrObject(
      String name, Codec<T> codec, RsrObject.Handler<T> handler) {
    var rsr = new RsrObject<T>(engine, objects, name, codec);
    rsr.register(engine.handlers(), handler);
    return rsr;
  }

  /// Registers a handler with an argument and a result.
  public <A extends @Nullable Object, R extends @Nullable Object> Call<A, R> call(
      String name, Codec<A> argument, Codec<R> result, Call.Handler<A, R> handler) {
    var call = new Call<A, R>(engine, objects, answers, name, argument, result);
    call.register(engine.handlers(), handler);
    return call;
  }

  /// Registers a handler of two words with a result of one.
  public LongCall longCall(String name, LongCall.Handler handler) {
    var call = new LongCall(engine, answers, name);
    call.register(engine.handlers(), handler);
    return call;
  }

  /// Ends registration; collective. Names become small numbers, and the ranks' tables are compared.
  /// Requests of a faster rank may arrive, and their handlers run, before this returns. So prepare
  /// the state that handlers use before this call.
  ///
  /// @throws WeftException on every rank if the tables differ; it names the handler and the ranks
  public void start() {
    engine.start();
  }

  /// Runs the handlers of a bounded batch of arrived messages, and returns their number. Never
  /// waits.
  public int poll() {
    return engine.self().loop().poll();
  }

  /// Flushes all messages sent so far. Over shared memory messages leave at once anyway. Over MPI
  /// they are batched. A batch is sent when the rank polls or waits, at the end of a handler, or
  /// when 16 KB are ready. Call it before a long computation that does not poll.
  public void flush() {
    engine.flush();
  }

  /// Runs the handlers of arriving messages until `condition` holds, which is tested after every
  /// poll. The condition runs as a handler does, and must not wait. Waiting does not occupy a core:
  /// the rank soon sleeps until a message wakes it. Handlers or tasks should change the variables
  /// of the condition. A change by another thread is seen within 10 ms, and within 100 ms once the
  /// wait has lasted for about a second.
  public void pollUntil(BooleanSupplier condition) {
    engine.self().loop().pollUntil("World.pollUntil", condition);
  }

  /// Hands work to this rank's thread, which runs it as a handler in its next poll or wait. The
  /// only method that other threads may call.
  public <T extends @Nullable Object> Task<T> submit(Callable<T> work) {
    var task = new Task<T>(engine, work);
    engine.self().tasks().submit(task::run);
    return task;
  }

  /// The registered heaps: allocation.
  public Heap heap() {
    return heap;
  }

  /// One-sided access to the registered heaps of all ranks.
  public Memory memory() {
    return memory;
  }

  /// [#submit(Callable)] for work without a result.
  public Task<@Nullable Void> submit(Runnable work) {
    return submit(() -> {
      work.run();
      return null;
    });
  }

  /// A completion for the asynchronous operations of this rank, one at a time.
  public Completion completion() {
    return new Completion(engine);
  }

  /// A set in which several completions are awaited together.
  public CompletionSet completionSet() {
    return new CompletionSet(engine);
  }

  /// Waits until nothing is in flight anywhere and no handler is left to run. Every request sent
  /// anywhere before the last rank entered has run, and so have all requests that it caused.
  /// Collective. It is no barrier for later requests: requests of a faster rank may run before this
  /// call returns.
  public void quiesce() {
    engine.quiesce();
  }

  /// The file into which a program may write a page of its results, with `Page.writePart` of
  /// `weft-report`: the page of the run (`weft run --report`, [Recording#withReport]) begins with
  /// it. Null if there will be no such page, or if it is made on a host that this rank does not
  /// reach. One rank writes it, before its body returns.
  public @Nullable Path resultsFile() {
    Recorder recorder = engine.recorder();
    return recorder == null ? null : recorder.resultsFile();
  }

  /// A snapshot of this rank's work so far.
  public Counters counters() {
    return engine.counters();
  }
}
