// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

/// Which segments and facets meet others at angles too sharp for the refinement to end by itself.
///
/// @param segments segments that meet another below 60°, or two of whose facets meet below 70.5°
/// @param facets facets with such a segment
/// @param smallest the smallest angle between two segments or facets, in degrees
/// @param where six coordinates of the segment with that angle; empty if there is none
@SuppressWarnings("ArrayRecordComponent") // never compared, and not changed
public record Sharpness(boolean[] segments, boolean[] facets, double smallest, double[] where) {}
