// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import weft.linalg.Cholesky;
import weft.linalg.DistributedMatrix;
import weft.linalg.Ldlt;
import weft.linalg.Lu;
import weft.linalg.Qr;

/// The factors of a matrix, of any kind. Exactly one component is not null.
record Factored(@Nullable Lu lu, @Nullable Cholesky cholesky, @Nullable Ldlt ldlt, @Nullable Qr qr)
    implements AutoCloseable {
  static Factored of(Computation task, DistributedMatrix a, TaskOptions options) {
    return switch (task) {
      case LU -> new Factored(a.lu(options.blocking()), null, null, null);
      case CHOLESKY -> new Factored(null, a.cholesky(options.blocking()), null, null);
      case LDLT ->
          new Factored(
              null,
              null,
              options.rook() ? a.ldltRook(options.blocking()) : a.ldlt(options.blocking()),
              null);
      case QR -> new Factored(null, null, null, a.qr(options.blocking()));
      case GEMM, SOLVE -> throw new IllegalArgumentException(task + " is no factorisation");
    };
  }

  DistributedMatrix solve(DistributedMatrix b) {
    if (lu != null) {
      return lu.solve(b);
    } else if (cholesky != null) {
      return cholesky.solve(b);
    } else if (ldlt != null) {
      return ldlt.solve(b);
    } else if (qr != null) {
      return qr.solve(b);
    }
    throw new IllegalStateException("no factors");
  }

  /// A step of iterative refinement, if the program uses one for these factors.
  void refine(DistributedMatrix a, DistributedMatrix b, DistributedMatrix x) {
    if (lu != null) {
      lu.refine(a, b, x);
    } else if (cholesky != null) {
      cholesky.refine(a, b, x);
    } else if (ldlt != null) {
      ldlt.refine(a, b, x);
    }
  }

  /// Further results that the factors give, as text for the output.
  List<String> notes() {
    if (ldlt != null) {
      var inertia = ldlt.inertia();
      return List.of(
          "inertia: %d positive, %d negative, %d zero"
              .formatted(inertia.positive(), inertia.negative(), inertia.zero()));
    }
    if (cholesky != null) {
      return List.of("log det A = " + decimal(cholesky.logDeterminant()));
    }
    return List.of();
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.10g", value);
  }

  @Override
  public void close() {
    if (lu != null) {
      lu.close();
    }
    if (cholesky != null) {
      cholesky.close();
    }
    if (ldlt != null) {
      ldlt.close();
    }
    if (qr != null) {
      qr.close();
    }
  }
}
