// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import java.util.function.LongSupplier;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/// The events of one rank for Flight Recorder. Whether there are any is decided once, when the rank
/// begins: a rank for which no recording wants them loads nothing of this.
///
/// Each kind has one object, which is used again: a rank allocates nothing for a message. An event
/// begins only if it is enabled, so that it costs nothing when the recording has ended: one that
/// begins and is then below its threshold reads the clock twice.
///
/// The class may be loaded only where there is a module `jdk.jfr`; see [#find].
final class FlightEvents {
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

  /// The events of `rank`, or null where no recording of this JVM wants any.
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

  void beginHandler() {
    handlerBegan = handler.isEnabled();
    if (handlerBegan) {
      handler.begin();
    }
  }

  void endHandler(String name, int source, long bytes) {
    if (!handlerBegan) {
      return;
    }
    handlerBegan = false;
    handler.end();
    if (handler.shouldCommit()) {
      handler.handler = name;
      handler.source = source;
      handler.bytes = bytes;
      handler.commit();
    }
  }

  // Waits.

  void beginWait() {
    waitBegan = wait.isEnabled();
    if (waitBegan) {
      wait.begin();
    }
  }

  void endWait(String call, int peer) {
    if (!waitBegan) {
      return;
    }
    waitBegan = false;
    wait.end();
    if (wait.shouldCommit()) {
      wait.call = call;
      wait.peer = peer;
      wait.commit();
    }
  }

  // Collective operations.

  void beginCollective() {
    collectiveBegan = collective.isEnabled();
    if (collectiveBegan) {
      collective.begin();
    }
  }

  void endCollective(String operation, long bytes, long number) {
    if (!collectiveBegan) {
      return;
    }
    collectiveBegan = false;
    collective.end();
    if (collective.shouldCommit()) {
      collective.operation = operation;
      collective.bytes = bytes;
      collective.number = number;
      collective.commit();
    }
  }

  // Backlog.

  /// Lets Flight Recorder's own thread ask for the backlog from time to time, until [#close].
  void watchBacklog(LongSupplier bytes) {
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

  void close() {
    Runnable hook = backlog;
    if (hook != null) {
      hook.run(); // Flight Recorder looks for new hooks once a second: jobs may be shorter.
      FlightRecorder.removePeriodicEvent(hook);
    }
  }
}
