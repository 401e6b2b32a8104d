#include "api/sim_device.h"

#define MIB (1 << 20)

/* Long enough for the fixed costs of one request to vanish beside it. */
#define STREAM_BYTES (64 * MIB)

/* What one disk has to do in one phase. */
struct queue {
	uint64_t requests, bytes;
	uint64_t end; /* on the disk, of the last request */
};

struct phase {
	struct queue disks[SIM_DISKS_MAX];
};

/* The part of a request in one stripe: whole chunks but for the start of the first and the end of the last. */
struct piece {
	uint64_t stripe, first, last; /* chunks */
	uint64_t start, end; /* in the chunk `first`, in the chunk `last` */
};

double sim_transfer_ns(double mib_s, uint64_t len)
{
	return mib_s > 0 ? (double)len * (1e9 / MIB) / mib_s : 0;
}

static uint64_t parity_disks(const struct sim_raid *raid)
{
	return raid->level ? raid->level - 4 : 0;
}

uint64_t sim_raid_data_disks(const struct sim_raid *raid)
{
	return raid->disks - parity_disks(raid);
}

/* Columns count from the stripe's parity: 0 is P, at level 6 1 is Q, then data in order (left-symmetric). */
static uint64_t disk_of(const struct sim_raid *raid, uint64_t stripe, uint64_t column)
{
	uint64_t parity = raid->level ? raid->disks - 1 - stripe % raid->disks : 0;

	return (parity + column) % raid->disks;
}

static void phase_add(struct phase *phase, uint64_t disk, uint64_t start, uint64_t len)
{
	struct queue *q = &phase->disks[disk];

	if (!q->requests || q->end != start)
		q->requests++;
	q->bytes += len;
	q->end = start + len;
}

static double phase_ns(const struct phase *phase, const struct sim_raid *raid, enum io_dir dir)
{
	double slowest = 0;

	for (uint64_t i = 0; i < raid->disks; i++) {
		const struct queue *q = &phase->disks[i];
		double ns = (double)q->requests * raid->request_ns + sim_transfer_ns(raid->mib_s[dir], q->bytes);

		if (ns > slowest)
			slowest = ns;
	}
	return slowest;
}

/* Cuts the stripe's first part off t. */
static struct piece next_piece(const struct sim_raid *raid, struct sim_transfer *t)
{
	uint64_t chunk = raid->chunk_bytes, stripe_bytes = chunk * sim_raid_data_disks(raid);
	uint64_t from = t->offset % stripe_bytes, room = stripe_bytes - from, len = t->len < room ? t->len : room;
	uint64_t last_byte = from + len - 1;
	struct piece piece = {
		.stripe = t->offset / stripe_bytes,
		.first = from / chunk,
		.last = last_byte / chunk,
		.start = from % chunk,
		.end = last_byte % chunk + 1,
	};

	t->offset += len;
	t->len -= len;
	return piece;
}

static void read_piece(const struct sim_raid *raid, const struct piece *piece, struct phase *reads)
{
	uint64_t base = piece->stripe * raid->chunk_bytes;

	for (uint64_t c = piece->first; c <= piece->last; c++) {
		uint64_t start = c == piece->first ? piece->start : 0;
		uint64_t end = c == piece->last ? piece->end : raid->chunk_bytes;

		phase_add(reads, disk_of(raid, piece->stripe, parity_disks(raid) + c), base + start, end - start);
	}
}

/* Rows of a stripe in which the same chunks are written: [from, to) within each chunk. */
struct rows {
	uint64_t from, to;
	uint64_t first, n; /* chunks written */
};

static void write_rows(const struct sim_raid *raid, uint64_t stripe, const struct rows *rows, struct phase *reads,
		       struct phase *writes)
{
	uint64_t parities = parity_disks(raid), data = sim_raid_data_disks(raid);
	uint64_t start = stripe * raid->chunk_bytes + rows->from, len = rows->to - rows->from;
	bool modify = rows->n + parities < data - rows->n, partial = parities && rows->n < data;

	for (uint64_t column = 0; column < raid->disks; column++) {
		bool parity = column < parities;
		bool written = parity || column - parities - rows->first < rows->n;
		uint64_t disk = disk_of(raid, stripe, column);

		if (written)
			phase_add(writes, disk, start, len);
		if (partial && (modify ? written : !written))
			phase_add(reads, disk, start, len);
	}
}

/* Returns whether the stripe was covered in part only. */
static bool write_piece(const struct sim_raid *raid, const struct piece *piece, struct phase *reads,
			struct phase *writes)
{
	uint64_t low = piece->start < piece->end ? piece->start : piece->end;
	uint64_t high = piece->start < piece->end ? piece->end : piece->start;
	const uint64_t edges[] = { 0, low, high, raid->chunk_bytes };
	bool partial = false;

	for (int i = 0; i < 3; i++) {
		bool has_first = edges[i] >= piece->start, has_last = edges[i + 1] <= piece->end;
		struct rows rows = { .from = edges[i], .to = edges[i + 1], .first = piece->first + !has_first };
		uint64_t end = piece->last + has_last;

		if (rows.from == rows.to)
			continue;
		rows.n = end > rows.first ? end - rows.first : 0;
		partial |= rows.n < sim_raid_data_disks(raid);
		if (rows.n)
			write_rows(raid, piece->stripe, &rows, reads, writes);
	}
	return partial && parity_disks(raid);
}

static double raid_ns(const struct sim_raid *raid, struct sim_transfer t)
{
	struct phase reads = { 0 }, writes = { 0 };
	double ns = 0;

	while (t.len) {
		struct piece piece = next_piece(raid, &t);

		if (t.dir == IO_READ)
			read_piece(raid, &piece, &reads);
		else if (write_piece(raid, &piece, &reads, &writes))
			ns += raid->partial_stripe_ns;
	}
	return ns + phase_ns(&reads, raid, IO_READ) + phase_ns(&writes, raid, IO_WRITE);
}

static uint64_t requests_of(const struct sim_device *device, uint64_t len)
{
	uint64_t max = device->max_request_bytes;

	return max ? len / max + !!(len % max) : 1;
}

double sim_device_request_ns(const struct sim_device *device, const struct sim_transfer *t)
{
	double ns = (double)requests_of(device, t->len) * device->per_operation_ns +
		    sim_transfer_ns(device->mib_s[t->dir], t->len);

	if (!t->sequential)
		ns += device->seek_ns;
	if (device->raid.disks)
		ns += raid_ns(&device->raid, *t);
	return ns;
}

void sim_device_prepare(struct sim_device *device)
{
	uint64_t unit = device->raid.disks ? device->raid.chunk_bytes * sim_raid_data_disks(&device->raid) : 1;
	uint64_t len = (STREAM_BYTES / unit + 1) * unit;

	for (int dir = 0; dir < IO_DIRS_N; dir++) {
		struct sim_transfer t = { .dir = (enum io_dir)dir, .len = len, .sequential = true };

		device->stream_ns_per_byte[dir] = sim_device_request_ns(device, &t) / (double)len;
	}
}

double sim_device_stream_ns(const struct sim_device *device, enum io_dir dir, uint64_t len)
{
	return (double)len * device->stream_ns_per_byte[dir];
}
