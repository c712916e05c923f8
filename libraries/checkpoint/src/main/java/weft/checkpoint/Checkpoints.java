// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.World;
import weft.checkpoint.files.CheckpointFolder;
import weft.checkpoint.files.SavedCheckpoint;
import weft.checkpoint.part.CheckpointPart;
import weft.checkpoint.part.CheckpointParts;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.collective.Group;
import weft.files.FileException;
import weft.layer.EarlyEnds;
import weft.layer.Layer;
import weft.layer.ProgramCalls;

/// Saves the state of a job in files, so that the job can go on later, on any number of ranks.
///
/// ```java
/// var checkpoints = Checkpoints.of(world, Codecs.of(Progress.class)); // before start
/// world.start();
/// Restored<Progress> restored = checkpoints.restored();
/// Progress at = restored == null ? new Progress(0) : restored.record();
/// for (int step = at.step(); step < steps; step++) {
///   compute(step);
///   int next = step + 1;
///   checkpoints.saveIfDue(() -> new Progress(next));
/// }
/// ```
///
/// A checkpoint holds a record of each rank's body, and mobile objects with their messages. It does
/// not hold registered heaps, one-sided memory, channels and open calls. The record must hold what
/// the body needs of them.
///
/// Without `weft run --checkpoint FOLDER` nothing is saved, and calls that save do nothing.
///
/// @param <R> the type of the records
public final class Checkpoints<R> {
  private static final Codec<String> TEXT = Codecs.of(String.class);
  private static final int RECORD_PART =
      ProgramCalls.part("the function that makes the record of a checkpoint");

  private final World world;
  private final Layer layer;
  private final Group group;
  private final List<CheckpointPart> parts;
  private final Codec<R> codec;
  private final CheckpointPlan plan;
  private final DueCalls calls;
  private final Pauses pauses;
  private final Resumption resumption;

  private final SaveReminder reminder;

  /// Per signature of an earlier codec of records: reads such a record.
  private final Map<String, Function<Reader, R>> earlier = new HashMap<>();

  private @Nullable Saver<R> saver;

  /// The checkpoint from which this job went on, and its files until the job saves; or null.
  private @Nullable Restored<R> restored;

  private @Nullable OpenFiles opened;
  private boolean asked;
  private boolean askedForState;

  /// When the next checkpoint is due, of [System#nanoTime].
  private long due;

  private Checkpoints(World world, Codec<R> codec, CheckpointPlan plan) {
    this.world = world;
    this.layer = Layer.of(world);
    this.group = Group.world(world);
    this.parts = CheckpointParts.of(world).all();
    this.codec = layer.program().guarded("the codec of the record of checkpoints", codec);
    this.plan = plan;
    this.calls = new DueCalls(world, layer);
    layer.messages().compare("checkpoints", codec.signature());
    this.pauses = new Pauses(layer, parts);
    this.resumption = new Resumption(layer, parts);
    boolean reminds = plan.folder() != null && layer.rank() == 0;
    this.reminder = new SaveReminder(reminds, plan.every(), !parts.isEmpty());
  }

  /// The checkpoints of this job, as the user plans them ([CheckpointPlan#of]). Call it on every
  /// rank before [World#start].
  ///
  /// @param codec encodes the records
  public static <R> Checkpoints<R> of(World world, Codec<R> codec) {
    return of(world, codec, CheckpointPlan.of(world));
  }

  /// The checkpoints of this job by `plan`, which must be the same on every rank. Call it on every
  /// rank before [World#start].
  public static <R> Checkpoints<R> of(World world, Codec<R> codec, CheckpointPlan plan) {
    var made = new Checkpoints<>(world, Objects.requireNonNull(codec), plan);
    // A body that has returned waits for all others: what was restored can go on.
    made.layer.moments().atEnd(() -> made.resumption.await("the end of the body"));
    made.layer.moments().whenOver(made::over);
    made.layer.moments().whenClosed(made::close);
    return made;
  }

  /// A checkpoint that was saved.
  ///
  /// @param number its number in the folder
  /// @param bytes the bytes that this rank has written
  /// @param seconds how long it took on this rank
  public record Saved(long number, long bytes, double seconds) {}

  /// Whether this job saves checkpoints.
  public boolean isOn() {
    return plan.folder() != null;
  }

  /// The last checkpoint of this run; null if there is none yet.
  public @Nullable Saved last() {
    return saver == null ? null : saver.last();
  }

  /// Reads records of an earlier codec too: `conversion` turns each into a record of today. Call it
  /// before [#restored].
  public <O> void accepts(Codec<O> old, Function<O, R> conversion) {
    Codec<O> guarded = layer.program().guarded("an earlier codec of the record", old);
    earlier.put(old.signature(), in -> conversion.apply(in.readWhole(guarded)));
  }

  // Restoring.

  /// Restores the state of the checkpoint from which the job is to go on (`--restart`), and returns
  /// its records; null if the job begins anew. A damaged checkpoint is named, and the one before it
  /// is taken. This is a collective call: the first one after [World#start], before anything is
  /// sent. Objects go on when the bodies of all ranks wait for something after this call.
  ///
  /// @throws WeftException if the folder for new checkpoints cannot be written, or if there is no
  ///   checkpoint that this program can go on from
  public @Nullable Restored<R> restored() {
    layer.calls().checkMayWait("Checkpoints.restored");
    if (asked) {
      throw new WeftException(
          "Checkpoints.restored was called twice, or after a save; call it first, and keep its"
              + " result");
    }
    askedForState = true;
    open();
    Path restart = plan.restart();
    if (restart == null) {
      return null;
    }
    reminder.saves(); // nothing can be saved meanwhile
    var restorer =
        new Restorer(
            layer,
            group,
            parts,
            restart,
            number -> {
              if (saver != null
                  && Objects.equals(plan.folder(), CheckpointFolder.folder(restart))) {
                saver.damaged(number);
              }
            });
    OpenFiles files =
        restorer.find(
            it -> it.equals(codec.signature()) || earlier.containsKey(it), codec.signature());
    opened = files;
    SavedCheckpoint from = files.from();
    parts.forEach(CheckpointPart::pause);
    group.barrier();
    restorer.restore(files);
    resumption.begin();
    next(); // what was restored need not be saved at once
    if (layer.rank() == 0) {
      System.err.println(
          "weft: Goes on from "
              + from.folder()
              + ", saved "
              + from.manifest().saved()
              + " by "
              + from.manifest().ranks()
              + (from.manifest().ranks() == 1 ? " rank." : " ranks."));
    }
    Function<Reader, R> decoder = in -> in.readWhole(codec);
    Function<Reader, R> old = earlier.get(from.manifest().record());
    if (old != null && !from.manifest().record().equals(codec.signature())) {
      decoder = old;
    }
    restored = new Restored<>(files, decoder);
    return restored;
  }

  /// Opens the folder, on the first collective call. Collective.
  private void open() {
    if (asked) {
      return;
    }
    if (!askedForState && plan.restart() != null) {
      // The saves of a job that began anew would displace the checkpoints it was to go on from.
      throw new WeftException(
          "the job was to go on from "
              + plan.restart()
              + ", but the program saves before it has called Checkpoints.restored; nothing was"
              + " saved");
    }
    asked = true;
    if (plan.folder() == null) {
      return;
    }
    CheckpointFolder opened = null;
    String failure = "";
    if (layer.rank() == 0) {
      try {
        opened = CheckpointFolder.open(plan.folder(), layer.settings().programName());
      } catch (CheckpointFolder.LockedException e) {
        failure =
            "another job saves its checkpoints in "
                + plan.folder()
                + " ("
                + e.getMessage()
                + "); give each job a folder of its own";
      } catch (IOException e) {
        failure =
            "no checkpoints can be saved in " + plan.folder() + ": " + FileException.reason(e);
      }
    }
    failure = group.broadcast(0, failure, TEXT);
    if (!failure.isEmpty()) {
      throw new WeftException(failure);
    }
    saver = new Saver<>(layer, group, parts, codec, plan, opened);
    StopRequest request = saver.stop();
    EarlyEnds.saveBeforeEnd(request::make);
    next();
  }

  private void next() {
    long now = System.nanoTime();
    due = now + plan.every().toNanos();
    reminder.saved(now);
  }

  // Saving.

  /// Saves a checkpoint now, and returns whether it is complete: also false if none are saved. This
  /// is a collective call, at which handlers of objects stop; their messages are part of the
  /// checkpoint.
  ///
  /// If the files cannot be written, this is said once on standard error, and the job goes on. If
  /// the user ends the job meanwhile (SIGTERM at `weft run`, or `weft stop`), it ends when the
  /// checkpoint is complete: the call does not return, and no more of the body is run.
  ///
  /// @param record makes what the body of this rank needs to go on. It is called when nothing is in
  ///   flight any more, so it may use what handlers have changed. It may neither send nor wait
  /// @throws WeftException on all ranks, if a codec throws
  public boolean save(Supplier<R> record) {
    layer.calls().checkMayWait("Checkpoints.save");
    open();
    Saver<R> saver = this.saver;
    if (saver == null) {
      return false;
    }
    long began = System.nanoTime();
    reminder.enters("save");
    resumption.await("Checkpoints.save");
    group.barrier(); // another rank may still wait for what this one does
    parts.forEach(CheckpointPart::pause);
    try {
      world.quiesce();
      return write(saver, record, began);
    } finally {
      resume(saver);
      next();
      reminder.leaves();
    }
  }

  private boolean write(Saver<R> saver, Supplier<R> record, long began) {
    reminder.saves();
    R made = made(record);
    if (restored != null) {
      restored.close();
    }
    return saver.save(made, began);
  }

  private R made(Supplier<R> record) {
    ProgramCalls program = layer.program();
    long outer = program.enterPure(RECORD_PART);
    R made;
    try {
      made = record.get();
    } catch (Throwable thrown) {
      throw program.failed(outer, thrown);
    }
    program.leave(outer);
    return made;
  }

  /// Lets the parts go on, unless the job ends: then they rest.
  private void resume(Saver<R> saver) {
    if (!saver.isEnding()) {
      parts.forEach(CheckpointPart::resume);
    }
  }

  /// Saves a checkpoint as [#save] does, if one is due. Call it on every rank, in each turn of a
  /// loop: most calls only look at the clock.
  public boolean saveIfDue(Supplier<R> record) {
    layer.calls().checkMayWait("Checkpoints.saveIfDue");
    open();
    Saver<R> saver = this.saver;
    return saver != null && calls.isDue(due, saver::isStopAsked) && save(record);
  }

  // Quiescence that is interrupted by checkpoints.

  /// Waits for quiescence as [World#quiesce] does, and saves a checkpoint whenever one is due: at
  /// once if it is due when all ranks have called, and again while objects work. This is a
  /// collective call.
  ///
  /// @param record makes the record of this rank's body, whenever a checkpoint is saved; it may
  ///   neither send nor wait
  public void quiesce(Supplier<R> record) {
    layer.calls().checkMayWait("Checkpoints.quiesce");
    open();
    Saver<R> saver = this.saver;
    if (saver == null) {
      world.quiesce();
      return;
    }
    reminder.enters("quiesce");
    resumption.await("Checkpoints.quiesce");
    parts.forEach(it -> it.whenBusy(pauses::look));
    pauses.enter(() -> System.nanoTime() - due >= 0 || saver.isStopAsked());
    try {
      for (world.quiesce(); pauses.isPaused(); world.quiesce()) {
        try {
          boolean _ = write(saver, record, System.nanoTime());
          pauses.over();
          next();
          group.barrier(); // no rank may work before all know that the quiet point is over
        } finally {
          resume(saver);
        }
        pauses.resumed();
      }
    } finally {
      parts.forEach(it -> it.whenBusy(null));
    }
    // Who is out may send work at once. A rank that has yet to see that all is quiet would ask for
    // a quiet point because of it, at which only some ranks would be.
    group.barrier();
    pauses.leave();
    reminder.leaves();
  }

  /// This rank has ended, well or not.
  private void close() {
    reminder.close();
    if (opened != null) {
      opened.close();
    }
    if (saver != null) {
      saver.close();
    }
  }

  /// The job has ended well.
  private void over() {
    if (plan.restart() != null && !askedForState) {
      throw new WeftException(
          "the job was to go on from "
              + plan.restart()
              + ", but the program has never called Checkpoints.restored");
    }
  }
}
