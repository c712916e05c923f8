// SPDX-License-Identifier: Apache-2.0
/// Dense products, factorisations and solutions on ranks, timed and checked.
@NullMarked
package weft.apps.linalg;

import org.jspecify.annotations.NullMarked;
