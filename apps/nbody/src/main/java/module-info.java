// SPDX-License-Identifier: Apache-2.0
/// Bodies that attract each other, by Barnes and Hut, with a tree that ranks share out.
module weft.apps.nbody {
  requires weft;
  requires weft.apps.common;
  requires weft.collective;
  requires static org.jspecify;
}
