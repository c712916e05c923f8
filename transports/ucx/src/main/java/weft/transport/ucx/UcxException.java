// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import weft.WeftException;

/// A call of the UCX library has failed.
final class UcxException extends WeftException {
  private static final long serialVersionUID = 1;

  UcxException(String message) {
    super(message);
  }
}
