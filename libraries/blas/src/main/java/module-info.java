// SPDX-License-Identifier: Apache-2.0
/// Products of matrices by a native BLAS library. The module is optional and uses native access.
/// Linear algebra uses it if it is present.
module weft.blas {
  requires weft;
  requires weft.linalg;
  requires static org.jspecify;

  provides weft.linalg.kernel.KernelsProvider with
      weft.blas.BlasProvider;
}
