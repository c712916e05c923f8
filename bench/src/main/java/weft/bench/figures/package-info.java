// SPDX-License-Identifier: Apache-2.0
/// What each benchmark measures, and how its table is printed.
@NullMarked
package weft.bench.figures;

import org.jspecify.annotations.NullMarked;
