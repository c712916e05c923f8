// SPDX-License-Identifier: Apache-2.0
/// Measured times, their statistics, and the parameters of models that explain them.
@NullMarked
package weft.model.measured;

import org.jspecify.annotations.NullMarked;
