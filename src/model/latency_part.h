/* latency_part: what of a latency is kept beside the whole of it, which is kept by direction. */
#ifndef IOSWEEP_MODEL_LATENCY_PART_H
#define IOSWEEP_MODEL_LATENCY_PART_H

enum latency_part {
	LATENCY_SUBMISSION, /* until the kernel has taken the operation: asynchronous APIs only */
	LATENCY_COMPLETION, /* from there to its end; the two add up to the whole */
	LATENCY_INTENDED, /* not a part: from when the schedule wanted the operation to begin. Work at a rate only */
};

#define LATENCY_PARTS_N 3

#endif
