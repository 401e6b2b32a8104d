/* data_shape: what written data is like for storage that saves space. All zero: every block unlike all others, random. */
#ifndef IOSWEEP_MODEL_DATA_SHAPE_H
#define IOSWEEP_MODEL_DATA_SHAPE_H

struct data_shape {
	unsigned dedupe_percent; /* of the blocks of 4 KiB are copies of others */
	unsigned compress_percent; /* of each block are zeros */
};

#endif
