// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// When the ranks of a [Machine] call the operation.
enum Calls {
  FIRST,
  SOMETIME,
  LAST
}
