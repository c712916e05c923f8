// SPDX-License-Identifier: Apache-2.0
/// Classes that the programs share: options, the report of bad input, and partitions of a grid.
@NullMarked
package weft.apps.common;

import org.jspecify.annotations.NullMarked;
