// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import weft.Body;
import weft.GlobalPointer;
import weft.HeapExhaustedException;
import weft.Weft;
import weft.World;

/// The `main` of a program whose input may be bad.
public final class AppProgram {
  private AppProgram() {}

  /// Runs `body` on every rank. When rank 0 throws a [BadInputException] the job has ended well,
  /// and the process says the sentence on standard error and exits with 2; the other ranks must
  /// return by themselves.
  ///
  /// @param name what the program is called
  public static void launch(String name, String[] args, Body body) {
    var complaint = new AtomicReference<@Nullable String>();
    Weft.launch(
        args,
        world -> {
          try {
            body.run(world);
          } catch (BadInputException e) {
            complaint.set(e.getMessage());
          }
        });
    String sentence = complaint.get();
    if (sentence != null) {
      System.err.println(name + ": " + sentence);
      System.exit(2);
    }
  }

  /// What is read from the arguments alone, which are the same on every rank.
  @FunctionalInterface
  public interface Reader<T> {
    /// Reads them.
    ///
    /// @throws BadInputException when they are not right
    T read();
  }

  /// What the arguments ask for, or null when there is nothing to do: with `--help`, which rank 0
  /// answers with `usage`, and when they are not right.
  ///
  /// @throws BadInputException at rank 0 alone, when they are not right
  public static <T> @Nullable T options(World world, String usage, Reader<T> reader) {
    if (world.args().contains("--help")) {
      if (world.rank() == 0) {
        System.out.print(usage);
      }
      return null;
    }
    try {
      return reader.read();
    } catch (BadInputException e) {
      if (world.rank() == 0) {
        throw e;
      }
      return null;
    }
  }

  /// Allocates registered memory on every rank, or null at all ranks but 0 when there is not
  /// enough. Collective.
  ///
  /// @param what what is to be kept there
  /// @throws BadInputException at rank 0, when there is not enough
  public static @Nullable GlobalPointer mallocAll(World world, long bytes, String what) {
    try {
      return world.heap().mallocAll(bytes);
    } catch (HeapExhaustedException e) {
      if (world.rank() > 0) {
        return null;
      }
      throw new BadInputException(
          "%s takes %d MiB of registered memory on each rank, and there is less; give weft run --heap %dm, or ask for less"
              .formatted(what, Math.ceilDiv(bytes, 1 << 20), Math.ceilDiv(bytes + 1, 1 << 20)),
          e);
    }
  }
}
