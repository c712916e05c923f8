// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import java.util.function.IntSupplier;
import weft.Rsr4;
import weft.internal.Engine;
import weft.internal.rank.Counted;
import weft.internal.rank.DueWork;
import weft.internal.rank.Rank;

/// Messages of one of Weft's own libraries: written and read in place, or of four words.
public final class LayerMessages {
  private final Engine engine;
  private final Rank rank;

  LayerMessages(Engine engine) {
    this.engine = engine;
    this.rank = engine.self();
  }

  /// Registers, under the same name on all ranks, a handler of messages written and read in place.
  /// They are not counted, so quiescence ignores them; the end of the job waits for them.
  public Frames frames(String name, Frames.Receiver handler) {
    return new Frames(engine, name, "frames", Counted.BY_END, handler);
  }

  /// Registers a handler as [#frames] does, of messages that quiescence waits for. `shape`
  /// describes their content in one word. If shapes differ between ranks, `start` throws.
  public Frames countedFrames(String name, String shape, Frames.Receiver handler) {
    return new Frames(engine, name, shape, Counted.BY_QUIESCENCE, handler);
  }

  /// Registers, under the same name on all ranks, a handler of messages of any size, which count as
  /// the program's own.
  public Frames programFrames(String name, String shape, Frames.Receiver handler) {
    return new Frames(engine, name, shape, Counted.BY_PROGRAM, handler);
  }

  /// Registers, under the same name on all ranks, a handler of messages of four words. They are not
  /// counted, so quiescence does not wait for them. A handler that makes progress with such a
  /// message calls [LayerCounts#move].
  public UncountedWords uncountedWords(String name, Rsr4.Handler handler) {
    return new UncountedWords(engine, name, handler);
  }

  /// Lets [weft.World#start] compare `shape`, one word, under a name that has no handler.
  public void compare(String name, String shape) {
    engine.handlers().addName(name, shape);
  }

  /// A new frame, with the cursor that sets it to payloads.
  public static FrameCursor frame() {
    return new FrameCursor(LayerAccess.get());
  }

  /// Sets the chore for a library's partly filled buffers; a second library is refused. It runs in
  /// every poll and round of a wait while [#holdBuffers] is set. It must not wait, and returns the
  /// number of things done.
  public void setBuffers(IntSupplier chore) {
    rank.loop().setBuffers(chore::getAsInt);
  }

  /// Sets whether the library holds partly filled buffers now.
  public void holdBuffers(boolean holds) {
    if (holds) {
      rank.due().add(DueWork.BUFFERS);
    } else {
      rank.due().remove(DueWork.BUFFERS);
    }
  }

  /// Flushes buffered messages.
  public void flush() {
    engine.flush();
  }
}
