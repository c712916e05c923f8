// SPDX-License-Identifier: Apache-2.0
/// Random programs over every transport: the runner that all kinds of them share. Start with
/// [weft.random.RandomTests].
@NullMarked
package weft.random;

import org.jspecify.annotations.NullMarked;
