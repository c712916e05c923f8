// SPDX-License-Identifier: Apache-2.0
// Delaunay tets of points by CGAL: reads doubles, least byte first, three for each point, from the
// file named by the argument. Prints the CPU seconds, the number of tets, and the bytes that the
// process has grown by.
#include <CGAL/Delaunay_triangulation_3.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <cstdio>
#include <ctime>
#include <malloc.h>
#include <vector>

int main(int argc, char** argv) {
  using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
  FILE* file = argc > 1 ? std::fopen(argv[1], "rb") : nullptr;
  if (file == nullptr) {
    std::fprintf(stderr, "cgal_peer: the file of points cannot be opened\n");
    return 2;
  }
  std::vector<Kernel::Point_3> points;
  double xyz[3];
  while (std::fread(xyz, sizeof(double), 3, file) == 3) {
    points.emplace_back(xyz[0], xyz[1], xyz[2]);
  }
  std::fclose(file);
  struct mallinfo2 before = mallinfo2();
  std::clock_t begin = std::clock();
  CGAL::Delaunay_triangulation_3<Kernel> tets(points.begin(), points.end());
  double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  struct mallinfo2 after = mallinfo2();
  std::printf("seconds %.6f tets %zu bytes %zu\n", seconds,
              static_cast<size_t>(tets.number_of_finite_cells()),
              (after.uordblks + after.hblkhd) - (before.uordblks + before.hblkhd));
  return 0;
}
