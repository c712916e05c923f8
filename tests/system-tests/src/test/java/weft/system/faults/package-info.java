// SPDX-License-Identifier: Apache-2.0
/// Faults with real processes: kills, exits, exceptions, full disks, small cgroups.
@NullMarked
package weft.system.faults;

import org.jspecify.annotations.NullMarked;
