// SPDX-License-Identifier: Apache-2.0
/// Counts an unbalanced tree on ranks that steal work from each other.
@NullMarked
package weft.apps.uts;

import org.jspecify.annotations.NullMarked;
