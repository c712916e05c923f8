// SPDX-License-Identifier: Apache-2.0
package weft.internal.launch;

/// Ends the body of a rank early, without a failure: the rank then takes part in the collective end
/// as if the body had returned. Thrown on all ranks, by a collective call of a library. It is an
/// Error, so that programs that catch exceptions let it pass.
public final class EarlyEnd extends Error {
  private static final long serialVersionUID = 1;

  /// An end for this reason, which is shown if a program catches it after all.
  public EarlyEnd(String reason) {
    super(reason, null, false, false);
  }
}
