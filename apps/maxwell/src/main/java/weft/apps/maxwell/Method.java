// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

/// How the equations are solved.
enum Method {
  /// The one of both others that is predicted to be cheaper.
  AUTO,
  /// By the factors of a dense matrix.
  DENSE,
  /// Step by step, with products by a fast multipole method.
  MULTIPOLE
}
