// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import java.util.function.LongSupplier;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/// The events of one rank for Flight Recorder. This is decided once, when the rank begins. If no
/// recording has the events enabled, the rank loads none of these classes.
///
/// Each kind has one object, which is reused, so a rank allocates nothing for a message. An event
/// begins only if it is enabled, so it costs nothing after the recording has ended. An event that
/// begins and stays below its threshold reads the clock twice.
///
/// The class may be loaded only if the module `jdk.jfr` exists; see [#find].
final class FlightEvents implements RecorderListener {
  private final HandlerEvent handler = new HandlerEvent();
  private final WaitEvent wait = new WaitEvent();
  private final CollectiveEvent collective = new CollectiveEvent();
  private final int rank;
  private boolean handlerBegan;
  private boolean waitBegan;
  private boolean collectiveBegan;
  private @Nullable Runnable backlog;

  private FlightEvents(int rank) {
    this.rank = rank;
    handler.rank = rank;
    wait.rank = rank;
    collective.rank = rank;
  }

  /// The events of `rank`, or null if no recording of this JVM has them enabled.
  static @Nullable FlightEvents find(int rank) {
    return ModuleLayer.boot().findModule("jdk.jfr").isPresent() ? findEnabled(rank) : null;
  }

  private static @Nullable FlightEvents findEnabled(int rank) {
    if (!FlightRecorder.isAvailable() || !FlightRecorder.isInitialized()) {
      return null;
    }
    var events = new FlightEvents(rank);
    boolean wanted =
        events.handler.isEnabled()
            || events.wait.isEnabled()
            || events.collective.isEnabled()
            || new BacklogEvent().isEnabled();
    return wanted ? events : null;
  }

  // Handlers.

  @Override
  public boolean hearsEach() {
    return true;
  }

  @Override
  public void beginHandler() {
    handlerBegan = handler.isEnabled();
    if (handlerBegan) {
      handler.begin();
    }
  }

  @Override
  public void endHandler(Names names, int id, int source, long bytes) {
    if (!handlerBegan) {
      return;
    }
    handlerBegan = false;
    handler.end();
    if (handler.shouldCommit()) {
      handler.handler = names.text(id);
      handler.source = source;
      handler.bytes = bytes;
      handler.commit();
    }
  }

  // Waits.

  @Override
  public void beginWait() {
    waitBegan = wait.isEnabled();
    if (waitBegan) {
      wait.begin();
    }
  }

  @Override
  public void endWait(Names names, int id, int peer) {
    if (!waitBegan) {
      return;
    }
    waitBegan = false;
    wait.end();
    if (wait.shouldCommit()) {
      wait.call = names.text(id);
      wait.peer = peer;
      wait.commit();
    }
  }

  // Collective operations.

  @Override
  public void beginCollective() {
    collectiveBegan = collective.isEnabled();
    if (collectiveBegan) {
      collective.begin();
    }
  }

  @Override
  public void endCollective(Names names, int id, long bytes, long number) {
    if (!collectiveBegan) {
      return;
    }
    collectiveBegan = false;
    collective.end();
    if (collective.shouldCommit()) {
      collective.operation = names.text(id);
      collective.bytes = bytes;
      collective.number = number;
      collective.commit();
    }
  }

  // Backlog.

  /// Lets Flight Recorder's own thread read the backlog periodically, until [#close].
  @Override
  public void watchBacklog(LongSupplier bytes) {
    Runnable hook =
        () -> {
          var event = new BacklogEvent();
          event.rank = rank;
          event.bytes = bytes.getAsLong();
          event.commit();
        };
    FlightRecorder.addPeriodicEvent(BacklogEvent.class, hook);
    backlog = hook;
  }

  @Override
  public void close() {
    Runnable hook = backlog;
    if (hook != null) {
      hook.run(); // Flight Recorder looks for new hooks once a second, and jobs may be shorter.
      FlightRecorder.removePeriodicEvent(hook);
    }
  }
}
