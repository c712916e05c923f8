// SPDX-License-Identifier: Apache-2.0
/// Two real processes on one mapped file: the Java memory model does not cover them.
@NullMarked
package weft.stress.litmus;

import org.jspecify.annotations.NullMarked;
