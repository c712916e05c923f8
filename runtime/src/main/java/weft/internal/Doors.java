// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.Frame;
import weft.RsrN;
import weft.World;
import weft.internal.rank.Pending;

/// Lets [weft.layer] through to what the public types keep to themselves.
public final class Doors {
  /// What is behind the public types.
  public interface Door {
    /// The engine of a world.
    Engine engine(World world);

    /// What a completion shows.
    Pending pending(Completion completion);

    /// The record's header of a request with payload, without the length.
    long header(RsrN rsr);

    /// The memory that a payload is in.
    MemorySegment memory(Frame frame);

    /// Where the payload begins in it.
    long base(Frame frame);

    /// How many bytes the payload has.
    long bytes(Frame frame);
  }

  private static volatile @Nullable Door door;

  private Doors() {}

  /// Set once, by whoever can open them.
  public static void set(Door opened) {
    door = opened;
  }

  /// The one that was set; there is a world, so it was.
  public static Door get() {
    Door opened = door;
    if (opened == null) {
      throw new IllegalStateException("there is no world yet");
    }
    return opened;
  }
}
