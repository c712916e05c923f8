// SPDX-License-Identifier: Apache-2.0
/// Algorithms of collective operations as data. It needs no rank and no runtime.
module weft.collective.schedule {
  requires static transitive org.jspecify;

  exports weft.collective.schedule;
}
