/// What a job would have taken if parts of its work had taken less time.
@NullMarked
package weft.record.replay;

import org.jspecify.annotations.NullMarked;
