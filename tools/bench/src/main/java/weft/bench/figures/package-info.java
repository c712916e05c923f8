// SPDX-License-Identifier: Apache-2.0
/// The measurements of each benchmark, and the printing of its tables.
@NullMarked
package weft.bench.figures;

import org.jspecify.annotations.NullMarked;
