// SPDX-License-Identifier: Apache-2.0
/// Examples of tests.
@NullMarked
package weft.examples;

import org.jspecify.annotations.NullMarked;
