// SPDX-License-Identifier: Apache-2.0
/// What mobile objects know of a library that keeps objects elsewhere than in memory: an
/// [weft.mobile.residence.ObjectKeeper].
@NullMarked
package weft.mobile.residence;

import org.jspecify.annotations.NullMarked;
