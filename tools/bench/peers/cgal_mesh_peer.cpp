// SPDX-License-Identifier: Apache-2.0
// Fills the unit cube with tets by CGAL's Mesh_3: the argument is the length of edges. The bound of
// the circumradius over the shortest edge is 2, and slivers are perturbed. Prints the CPU seconds,
// the number of tets, and the smallest dihedral angle.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Mesh_complex_3_in_triangulation_3.h>
#include <CGAL/Mesh_criteria_3.h>
#include <CGAL/Mesh_triangulation_3.h>
#include <CGAL/Polyhedral_mesh_domain_with_features_3.h>
#include <CGAL/make_mesh_3.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <sstream>

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Polyhedron = CGAL::Mesh_polyhedron_3<Kernel>::type;
using Domain = CGAL::Polyhedral_mesh_domain_with_features_3<Kernel>;
using Triangulation = CGAL::Mesh_triangulation_3<Domain>::type;
using Complex = CGAL::Mesh_complex_3_in_triangulation_3<Triangulation, Domain::Corner_index,
                                                        Domain::Curve_index>;
using Criteria = CGAL::Mesh_criteria_3<Triangulation>;

static const char* CUBE =
    "OFF\n8 12 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n"
    "3 0 3 2\n3 0 2 1\n3 4 5 6\n3 4 6 7\n3 0 1 5\n3 0 5 4\n3 1 2 6\n3 1 6 5\n"
    "3 2 3 7\n3 2 7 6\n3 3 0 4\n3 3 4 7\n";

int main(int argc, char** argv) {
  using namespace CGAL::parameters;
  double length = argc > 1 ? std::atof(argv[1]) : 0;
  if (!(length > 0)) {
    std::fprintf(stderr, "cgal_mesh_peer: the argument is the length of edges\n");
    return 2;
  }
  std::istringstream in(CUBE);
  Polyhedron cube;
  in >> cube;
  std::clock_t begin = std::clock();
  Domain domain(cube);
  domain.detect_features();
  Criteria criteria(edge_size = length, facet_angle = 25, facet_size = 0.7 * length,
                    facet_distance = 0.1 * length, cell_radius_edge_ratio = 2,
                    cell_size = 0.7 * length);
  Complex mesh = CGAL::make_mesh_3<Complex>(domain, criteria, no_exude());
  double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  double least = 180;
  for (auto cell = mesh.cells_in_complex_begin(); cell != mesh.cells_in_complex_end(); ++cell) {
    const Kernel::Point_3 p[4] = {
        mesh.triangulation().point(cell, 0).point(), mesh.triangulation().point(cell, 1).point(),
        mesh.triangulation().point(cell, 2).point(), mesh.triangulation().point(cell, 3).point()};
    const int edges[6][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2},
                             {1, 2, 0, 3}, {1, 3, 0, 2}, {2, 3, 0, 1}};
    for (const int* e : edges) {
      double angle = CGAL::approximate_dihedral_angle(p[e[0]], p[e[1]], p[e[2]], p[e[3]]);
      least = std::min(least, std::abs(angle));
    }
  }
  std::printf("seconds %.6f tets %zu angle %.4f\n", seconds,
              static_cast<size_t>(mesh.number_of_cells_in_complex()), least);
  return 0;
}
