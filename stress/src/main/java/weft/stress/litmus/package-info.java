// SPDX-License-Identifier: Apache-2.0
/// Two real processes on one mapped file: what the Java memory model does not speak of.
@NullMarked
package weft.stress.litmus;

import org.jspecify.annotations.NullMarked;
