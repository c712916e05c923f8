// SPDX-License-Identifier: Apache-2.0
/// Two processes that execute the slices of a driver.
@NullMarked
package weft.bench.pair;

import org.jspecify.annotations.NullMarked;
