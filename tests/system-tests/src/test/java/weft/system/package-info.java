// SPDX-License-Identifier: Apache-2.0
/// Tests of the whole: the house itself, several processes, kills.
@NullMarked
package weft.system;

import org.jspecify.annotations.NullMarked;
