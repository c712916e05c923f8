// SPDX-License-Identifier: Apache-2.0
/// Tests of wave2d.
@NullMarked
package weft.apps.wave2d;

import org.jspecify.annotations.NullMarked;
