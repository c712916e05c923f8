// SPDX-License-Identifier: Apache-2.0
/// Octrees over surface meshes, and the transfer step of a multipole method for Maxwell's equations
/// (EasyMSG, section 1).
@NullMarked
package weft.apps.multipole;

import org.jspecify.annotations.NullMarked;
