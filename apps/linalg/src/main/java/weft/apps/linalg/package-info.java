// SPDX-License-Identifier: Apache-2.0
/// A program that times and checks dense products, factorisations and solutions on ranks.
@NullMarked
package weft.apps.linalg;

import org.jspecify.annotations.NullMarked;
