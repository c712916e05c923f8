// SPDX-License-Identifier: Apache-2.0
/// Models of single messages: Hockney, LogGP, HLogGP and LMO, behind one interface.
@NullMarked
package weft.model.points;

import org.jspecify.annotations.NullMarked;
