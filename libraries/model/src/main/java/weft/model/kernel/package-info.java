// SPDX-License-Identifier: Apache-2.0
/// What the communication of SUMMA and of a stencil costs.
@NullMarked
package weft.model.kernel;

import org.jspecify.annotations.NullMarked;
