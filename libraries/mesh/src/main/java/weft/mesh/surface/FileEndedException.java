// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

/// The bytes of a file end too early. What was read before may still be a surface with a defect.
final class FileEndedException extends Exception {
  private static final long serialVersionUID = 1;

  FileEndedException(String missing) {
    super(missing, null, false, false);
  }
}
