// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// When the ranks of a [ScheduleMachine] call the operation.
enum CallOrder {
  FIRST,
  SOMETIME,
  LAST
}
