// SPDX-License-Identifier: Apache-2.0
package weft.internal.launch;

import weft.Frame;
import weft.JobFailedException;
import weft.internal.Engine;
import weft.internal.dispatch.PayloadView;
import weft.internal.rank.Rank;
import weft.internal.rank.Settings;
import weft.internal.remote.RemoteMemory;
import weft.recording.LastEvents;
import weft.recording.RecordedTransport;
import weft.recording.Recorder;
import weft.recording.RecordingPlace;
import weft.transport.Transport;

/// A complete rank: its engine, its one-sided memory, and its life from the first call to the
/// collective end.
public final class RankRuntime {
  private final Rank rank;
  private final Engine engine;
  private final RemoteMemory memory;

  /// The runtime of the calling thread's rank; `view` points `frame` at payloads.
  public RankRuntime(Transport given, Settings settings, Frame frame, PayloadView view) {
    RecordingPlace place = settings.recording();
    Transport transport = place == null ? RecordedTransport.forFlight(given) : place.over(given);
    this.engine = new Engine(transport, settings, frame, view);
    this.rank = engine.self();
    boolean apart = transport.size() > 1 && (settings.apart() || !transport.sharesHeaps());
    if (apart) {
      settings.refuseCheck();
    }
    this.memory =
        new RemoteMemory(
            rank,
            engine.sender(),
            engine.handlers(),
            engine.rounds(),
            transport,
            settings.heap(),
            apart,
            settings.check());
    rank.loop().setDelayed(memory.access()::carryOut);
    rank.waiting().addRooms(memory.access()::requestWakes);
    rank.status().addAtEnd(this::describeHeaps);
    Recorder recorder = engine.recorder();
    if (recorder != null) {
      recorder.occupancy(settings.occupancy(transport));
    }
    if (recorder != null && place != null && place.last() > 0) {
      rank.status()
          .addAtEnd(text -> text.append('\n').append(LastEvents.text(recorder, place.last())));
    }
    engine.sender().setRegistered(segment -> memory.heap().find(segment) >= 0);
  }

  private void describeHeaps(StringBuilder text) {
    Runtime jvm = Runtime.getRuntime();
    text.append("; heap ").append(memory.heap().used()).append(" bytes, Java heap ");
    text.append(jvm.totalMemory() - jvm.freeMemory() >> 20).append(" of ");
    text.append(jvm.maxMemory() >> 20).append(" MiB");
  }

  /// The rank with its messages.
  public Engine engine() {
    return engine;
  }

  /// One-sided memory.
  public RemoteMemory memory() {
    return memory;
  }

  /// Lets the transport report failures to this rank, and query its status. Called once, first.
  void connect() {
    rank.connect();
  }

  /// The collective end: returns when every rank's body has returned and nothing is in flight.
  void finish() {
    rank.bodyReturned();
    memory.access().finish();
    engine.finish();
    close();
    engine.finished();
  }

  /// Ends this rank: from now on only its counters may be called.
  public void close() {
    memory.access().close();
    engine.close();
  }

  /// Reports the body's exception, unless it is known already, and returns the exception that
  /// launch throws.
  JobFailedException bodyFailed(Throwable thrown) {
    return rank.bodyFailed(thrown);
  }
}
