// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import weft.Rsr1;
import weft.Weft;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;

/// How does a program over MPI call a library that uses MPI itself? Between two phases of active
/// messages, when nothing of Weft is under way, on a communicator of the library's own.
final class BesideMpi {
  private BesideMpi() {}

  static void main(String[] args) {
    Weft.launch(args, BesideMpi::run);
  }

  private static void run(World world) {
    Group all = Group.world(world);
    double[] mine = new double[1];
    int[] visits = new int[1];
    Rsr1 share = world.rsr1("share", (source, n) -> mine[0] += 1.0 / n);
    Rsr1 visit = world.rsr1("visit", (source, n) -> visits[0] += (int) n);
    world.start();

    // A phase of active messages.
    for (int n = world.rank() + 1; n <= 1000; n += world.size()) {
      share.send(n * 7 % world.size(), n);
    }
    world.quiesce();
    world.flush(); // from here until the next call, only the solver calls MPI

    double sum;
    if (world.transport().equals("mpi")) {
      try (Solver solver = new Solver()) {
        sum = solver.sum(mine[0]);
      } // its communicator is gone before MPI is finalized
    } else {
      sum = all.allreduce(mine[0], Operator.SUM);
    }

    // Another one.
    visit.send(world.next(), Math.round(1000 * sum));
    world.quiesce();
    IO.println("rank " + world.rank() + " was told 7485: " + (visits[0] == 7485));
  }

  /// Takes the place of a native solver. It has a communicator of its own, and calls MPI_Allreduce.
  /// A solver in C needs only its header; this class must know the handles of both MPIs.
  @SuppressWarnings("restricted") // it makes native calls
  private static final class Solver implements AutoCloseable {
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG;
    private final Arena arena = Arena.ofConfined();
    private final SymbolLookup library = library();
    private final MemorySegment communicator = arena.allocate(WORD);

    Solver() {
      long world = handle("ompi_mpi_comm_world", 0x44000000L);
      var type = FunctionDescriptor.of(ValueLayout.JAVA_INT, WORD, ValueLayout.ADDRESS);
      call("MPI_Comm_dup", type, world, communicator);
    }

    double sum(double mine) {
      MemorySegment numbers = arena.allocate(ValueLayout.JAVA_DOUBLE, 2);
      numbers.set(ValueLayout.JAVA_DOUBLE, 0, mine);
      MemorySegment sum = numbers.asSlice(8);
      long doubles = handle("ompi_mpi_double", 0x4c00080bL);
      long add = handle("ompi_mpi_op_sum", 0x58000003L);
      ValueLayout place = ValueLayout.ADDRESS;
      ValueLayout count = ValueLayout.JAVA_INT;
      var type = FunctionDescriptor.of(ValueLayout.JAVA_INT, place, place, count, WORD, WORD, WORD);
      call("MPI_Allreduce", type, numbers, sum, 1, doubles, add, communicator.get(WORD, 0));
      return sum.get(ValueLayout.JAVA_DOUBLE, 0);
    }

    @Override
    public void close() {
      var type = FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
      call("MPI_Comm_free", type, communicator);
      arena.close();
    }

    /// A handle: the address of a symbol in Open MPI, an int in MPICH.
    private long handle(String openMpi, long mpich) {
      return library.find(openMpi).map(MemorySegment::address).orElse(mpich);
    }

    private void call(String function, FunctionDescriptor type, Object... arguments) {
      MethodHandle handle =
          Linker.nativeLinker().downcallHandle(library.findOrThrow(function), type);
      try {
        int code = (int) handle.invokeWithArguments(arguments);
        if (code != 0) {
          throw new IllegalStateException(function + " returned the error code " + code);
        }
      } catch (RuntimeException e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(function + " cannot be called", e);
      }
    }

    /// The library that this process has loaded already, as a rank over MPI.
    private SymbolLookup library() {
      String given = System.getenv().getOrDefault("WEFT_MPI_LIBRARY", "");
      boolean mpich = System.getenv("PMI_RANK") != null;
      String usual = mpich ? "libmpich.so.12" : "libmpi.so.40";
      return SymbolLookup.libraryLookup(given.isEmpty() ? usual : given, arena);
    }
  }
}
