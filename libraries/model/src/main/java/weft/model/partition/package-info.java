// SPDX-License-Identifier: Apache-2.0
/// How data is divided among ranks of different speeds.
@NullMarked
package weft.model.partition;

import org.jspecify.annotations.NullMarked;
