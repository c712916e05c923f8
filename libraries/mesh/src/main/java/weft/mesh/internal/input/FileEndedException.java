// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

/// The bytes of a file end too early. What was read before may still be of use.
public final class FileEndedException extends Exception {
  private static final long serialVersionUID = 1;

  /// @param missing what is not there
  public FileEndedException(String missing) {
    super(missing, null, false, false);
  }
}
