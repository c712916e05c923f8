// SPDX-License-Identifier: Apache-2.0
/// The interface of the runtime for Weft's own libraries, besides the public one; not for users.
@NullMarked
package weft.layer;

import org.jspecify.annotations.NullMarked;
