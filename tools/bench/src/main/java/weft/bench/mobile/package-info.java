// SPDX-License-Identifier: Apache-2.0
/// Benchmarks of mobile objects, and of the policies that balance them.
@NullMarked
package weft.bench.mobile;

import org.jspecify.annotations.NullMarked;
