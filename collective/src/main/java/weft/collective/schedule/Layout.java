// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// In what kind of memory most of a group's data is: a column of the table of choices.
public enum Layout {
  /// Not said.
  ANY,

  /// In Java arrays, or other memory that no other rank can read: what is sent goes through chunks.
  ARRAYS,

  /// In segments of the registered heap, where others read it in place.
  REGISTERED
}
