// SPDX-License-Identifier: Apache-2.0
/// What the rooms above the runtime (collectives, and others to come) build on, besides the public
/// interface; not for users.
@NullMarked
package weft.layer;

import org.jspecify.annotations.NullMarked;
