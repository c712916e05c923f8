// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import weft.Body;
import weft.GlobalPointer;
import weft.HeapExhaustedException;
import weft.Weft;
import weft.World;
import weft.options.HelpWanted;
import weft.options.OptionException;

/// The `main` of a program that reports bad input in one sentence.
public final class AppProgram {
  private AppProgram() {}

  /// Runs `body` on every rank. If rank 0 throws a [BadInputException] or an [OptionException], the
  /// job ends normally. The process then prints the sentence on standard error and exits with 2, or
  /// with 1 after a [NoResultException], and with 3 after an [UnfinishedException]. The other ranks
  /// must return from `body` by themselves.
  ///
  /// @param name the name of the program
  public static void launch(String name, String[] args, Body body) {
    var complaint = new AtomicReference<@Nullable RuntimeException>();
    Weft.launch(
        args,
        world -> {
          try {
            body.run(world);
          } catch (BadInputException
              | OptionException
              | NoResultException
              | UnfinishedException e) {
            complaint.set(e);
          }
        });
    RuntimeException thrown = complaint.get();
    if (thrown != null) {
      System.err.println(name + ": " + thrown.getMessage());
      System.exit(
          switch (thrown) {
            case NoResultException none -> 1;
            case UnfinishedException unfinished -> 3;
            default -> 2;
          });
    }
  }

  /// Reads the options from the arguments alone, which are the same on every rank.
  @FunctionalInterface
  public interface Reader<T> {
    /// Reads the options, and ends them ([weft.options.Options#end]).
    ///
    /// @throws OptionException if the arguments are not valid
    T read();
  }

  /// The options of the arguments, or null if there is nothing to do. With `--help`, rank 0 prints
  /// the help, and all ranks get null. If the arguments are not valid, rank 0 throws, and the
  /// others get null.
  ///
  /// @throws OptionException at rank 0 alone, if the arguments are not valid
  /// @throws BadInputException at rank 0 alone, if they name what there is not
  public static <T> @Nullable T options(World world, Reader<T> reader) {
    try {
      return reader.read();
    } catch (HelpWanted help) {
      if (world.rank() == 0) {
        System.out.print(help.text());
      }
      return null;
    } catch (BadInputException | OptionException e) {
      if (world.rank() == 0) {
        throw e;
      }
      return null;
    }
  }

  /// Allocates registered memory on every rank. If there is not enough, rank 0 throws, and the
  /// others get null. Collective.
  ///
  /// @param what the purpose of the memory
  /// @throws BadInputException at rank 0, if there is not enough
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
