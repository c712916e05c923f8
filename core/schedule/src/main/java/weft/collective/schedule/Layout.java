// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// The kind of memory that holds most of a group's data: a column of the table of choices.
public enum Layout {
  /// Not declared.
  ANY,

  /// Java arrays, or other memory that no other rank can read; data is sent through chunks.
  ARRAYS,

  /// Segments of the registered heap, which others read in place.
  REGISTERED
}
