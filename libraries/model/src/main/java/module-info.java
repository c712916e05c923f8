// SPDX-License-Identifier: Apache-2.0
/// What communication costs: arithmetic over platforms and schedules. It needs no rank.
module weft.model {
  requires transitive weft.collective.schedule;
  requires static transitive org.jspecify;

  exports weft.model;
  exports weft.model.guideline;
  exports weft.model.kernel;
  exports weft.model.measured;
  exports weft.model.partition;
  exports weft.model.points;
  exports weft.model.profile;
  exports weft.model.replay;
  exports weft.model.sheet;
}
