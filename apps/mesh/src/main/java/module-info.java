// SPDX-License-Identifier: Apache-2.0
/// Mesh: programs that make tets of points and of domains, check surfaces, and show them.
module weft.apps.mesh {
  requires weft;
  requires weft.apps.common;
  requires weft.collective;
  requires weft.mesh;
  requires weft.mesh.parallel;
  requires weft.mobile;
  requires weft.report;
  requires java.management;
  requires static org.jspecify;
}
