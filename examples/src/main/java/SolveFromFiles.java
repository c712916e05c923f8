// SPDX-License-Identifier: Apache-2.0

// How do ranks solve a system from NumPy files?

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import weft.Weft;
import weft.World;
import weft.collective.Group;
import weft.linalg.DistributedMatrix;
import weft.linalg.Elements;
import weft.linalg.Grid;
import weft.linalg.Inertia;
import weft.linalg.Ldlt;

void main(String[] args) {
  Weft.launch(args, this::run);
}

static final int N = 30;

void run(World world) {
  Group all = Group.world(world);
  world.start();
  Path folder = Path.of(System.getProperty("java.io.tmpdir"), "weft-solve-from-files");
  if (world.rank() == 0) {
    make(folder);
  }
  all.barrier();
  try (Grid grid = Grid.of(world, all)) {
    write(grid, folder);
    try (DistributedMatrix a = grid.read(folder.resolve("a.npy"));
        DistributedMatrix b = grid.read(folder.resolve("b.npy"));
        Ldlt ldlt = a.ldlt(); // P·A·Pᵀ = L·D·Lᵀ: symmetric, but not definite
        DistributedMatrix x = ldlt.solve(b)) {
      x.write(folder.resolve("x.npy"));
      double residual = a.residual(x, b);
      Inertia inertia = ldlt.inertia(); // eigenvalues above and below zero
      if (grid.isFirst()) {
        IO.println(
            "inertia %d positive, %d negative; residual below 1: %s"
                .formatted(inertia.positive(), inertia.negative(), residual < 1));
      }
    }
  }
}

/// Writes files as numpy.save does: a saddle point of 20 unknowns and 10 constraints.
static void write(Grid grid, Path folder) {
  Elements random = Elements.symmetric(1);
  Elements saddle =
      (i, j) -> Math.max(i, j) < 20 ? (i == j ? 2 : 0) : Math.min(i, j) < 20 ? random.at(i, j) : 0;
  try (DistributedMatrix a = grid.matrix(N, N, saddle);
      DistributedMatrix b = grid.matrix(N, 1, (i, j) -> i + 1)) {
    a.write(folder.resolve("a.npy"));
    b.write(folder.resolve("b.npy"));
  }
}

static void make(Path folder) {
  try {
    Files.createDirectories(folder);
  } catch (IOException e) {
    throw new UncheckedIOException(e);
  }
}
