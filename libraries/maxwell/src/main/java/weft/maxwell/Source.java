// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

/// What drives the currents: a [PlaneWave], a [ShortDipole], or a [Port] with one volt.
public sealed interface Source permits FieldSource, Port {}
