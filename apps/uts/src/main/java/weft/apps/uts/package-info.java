// SPDX-License-Identifier: Apache-2.0
/// An unbalanced tree, counted by ranks that steal work from each other.
@NullMarked
package weft.apps.uts;

import org.jspecify.annotations.NullMarked;
