// SPDX-License-Identifier: Apache-2.0
/// Random programs of mobile objects: the plan of a seed, its sequential model, and the rank that
/// plays it. [weft.random.objects.Plan] and [weft.random.objects.Model] know nothing of Weft.
@NullMarked
package weft.random.objects;

import org.jspecify.annotations.NullMarked;
