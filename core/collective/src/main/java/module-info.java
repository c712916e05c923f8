// SPDX-License-Identifier: Apache-2.0
/// Groups of ranks and collective operations, built on active messages.
module weft.collective {
  requires transitive weft;
  requires transitive weft.collective.schedule;
  requires static org.jspecify;

  exports weft.collective;
}
