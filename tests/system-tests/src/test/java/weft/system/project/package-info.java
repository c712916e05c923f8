// SPDX-License-Identifier: Apache-2.0
/// Weft in a project of one's own: its jars, and the machines on which they are started.
@NullMarked
package weft.system.project;

import org.jspecify.annotations.NullMarked;
