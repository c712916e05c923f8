// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import weft.WeftException;

/// An MPI call returned an error.
final class MpiException extends WeftException {
  private static final long serialVersionUID = 1;

  MpiException(String message) {
    super(message);
  }
}
