// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

/// The bytes of a connection are not what a rank of this version sends.
final class WrongFrameException extends RuntimeException {
  private static final long serialVersionUID = 1;

  WrongFrameException(String what) {
    super(what + " arrived; run the same version of Weft on all hosts");
  }
}
