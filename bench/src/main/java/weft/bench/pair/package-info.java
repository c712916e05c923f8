// SPDX-License-Identifier: Apache-2.0
/// Two processes that measure what a driver tells them to, slice after slice.
@NullMarked
package weft.bench.pair;

import org.jspecify.annotations.NullMarked;
