// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.internal.Engine;
import weft.internal.launch.RankRuntime;
import weft.internal.rank.Rank;
import weft.recording.Recorder;

/// The interface of a rank for Weft's own libraries, the only one besides the public API. It offers
/// services that programs do not need, each kind of them in a class of its own. A library keeps
/// those that it calls for each message in fields.
public final class Layer {
  private final Rank rank;
  private final LayerCalls calls;
  private final LayerWaiting waiting;
  private final LayerMoments moments;
  private final LayerMessages messages;
  private final LayerCounts counts;
  private final LayerSteps steps;
  private final LayerMemory memory;
  private final LayerSettings settings;
  private final ProgramCalls program;
  private final @Nullable LayerRecording recording;

  private Layer(RankRuntime runtime) {
    Engine engine = runtime.engine();
    this.rank = engine.self();
    this.calls = new LayerCalls(rank);
    this.waiting = new LayerWaiting(engine);
    this.moments = new LayerMoments(engine);
    this.messages = new LayerMessages(engine);
    this.counts = new LayerCounts(rank);
    this.steps = new LayerSteps(engine);
    this.memory = new LayerMemory(rank.rank(), runtime.memory());
    this.settings = new LayerSettings(rank);
    this.program = new ProgramCalls(engine);
    Recorder recorder = engine.recorder();
    this.recording = recorder == null ? null : new LayerRecording(recorder);
  }

  /// The rank behind `world`.
  public static Layer of(World world) {
    return new Layer(LayerAccess.get().runtime(world));
  }

  /// This rank.
  public int rank() {
    return rank.rank();
  }

  /// The number of ranks.
  public int size() {
    return rank.size();
  }

  /// The object of `type` that a library keeps for this rank; `maker` creates it at the first
  /// `call`.
  public <T> T keep(String call, Class<T> type, Supplier<T> maker) {
    rank.checks().checkOpen(call);
    return rank.keep(type, maker);
  }

  /// Checks of calls, and where this rank is.
  public LayerCalls calls() {
    return calls;
  }

  /// Waits, and status reports.
  public LayerWaiting waiting() {
    return waiting;
  }

  /// Actions at moments in the life of this rank.
  public LayerMoments moments() {
    return moments;
  }

  /// Messages.
  public LayerMessages messages() {
    return messages;
  }

  /// Counts for quiescence, and the budget.
  public LayerCounts counts() {
    return counts;
  }

  /// Steps of objects.
  public LayerSteps steps() {
    return steps;
  }

  /// Registered memory.
  public LayerMemory memory() {
    return memory;
  }

  /// The settings of the job.
  public LayerSettings settings() {
    return settings;
  }

  /// Calls of functions of the program.
  public ProgramCalls program() {
    return program;
  }

  /// The recording of this rank; null if the job is not recorded, which is decided before it
  /// begins.
  public @Nullable LayerRecording recording() {
    return recording;
  }
}
