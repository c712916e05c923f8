// SPDX-License-Identifier: Apache-2.0
/// What a recorded run would have taken on another machine.
@NullMarked
package weft.model.replay;

import org.jspecify.annotations.NullMarked;
