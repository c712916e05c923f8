// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.content;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// Markers of segments and points, where they have any: 0 is none.
///
/// @param ofSegments one for each segment; shorter if the last have none
/// @param ofPoints one for each point; shorter if the last have none
/// @param segmentNames names of markers of segments; a name may be empty
/// @param pointNames names of markers of points; a name may be empty
@SuppressWarnings("ArrayRecordComponent") // never compared, and not changed
public record FeatureMarks(
    int[] ofSegments,
    int[] ofPoints,
    NavigableMap<Integer, String> segmentNames,
    NavigableMap<Integer, String> pointNames) {
  /// None has a marker.
  public static final FeatureMarks NONE = of(new int[0], new int[0], Map.of(), Map.of());

  /// Makes marks, with names that cannot be changed.
  public static FeatureMarks of(
      int[] ofSegments,
      int[] ofPoints,
      Map<Integer, String> segmentNames,
      Map<Integer, String> pointNames) {
    return new FeatureMarks(
        ofSegments,
        ofPoints,
        Collections.unmodifiableNavigableMap(new TreeMap<>(segmentNames)),
        Collections.unmodifiableNavigableMap(new TreeMap<>(pointNames)));
  }

  /// The marker of a segment, or 0.
  public int ofSegment(int segment) {
    return segment < ofSegments.length ? ofSegments[segment] : 0;
  }

  /// The marker of a point, or 0.
  public int ofPoint(int point) {
    return point < ofPoints.length ? ofPoints[point] : 0;
  }

  /// The same names with other markers.
  public FeatureMarks with(int[] segments, int[] points) {
    return new FeatureMarks(segments, points, segmentNames, pointNames);
  }
}
