// SPDX-License-Identifier: Apache-2.0
/// Tests of finegrain.
@NullMarked
package weft.apps.finegrain;

import org.jspecify.annotations.NullMarked;
