// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

/// A defect of the file itself, which its reader found.
record FileNote(DefectKind kind, String sentence) {}
