// SPDX-License-Identifier: Apache-2.0
/// Dense linear algebra on ranks: distributed matrices, products, factorisations, solvers.
module weft.linalg {
  requires transitive weft;
  requires transitive weft.collective;
  requires static org.jspecify;

  exports weft.linalg;
  exports weft.linalg.kernel;

  uses weft.linalg.kernel.KernelsProvider;
}
