// SPDX-License-Identifier: Apache-2.0
/// The two-dimensional wave equation on a picture.
@NullMarked
package weft.apps.wave2d;

import org.jspecify.annotations.NullMarked;
