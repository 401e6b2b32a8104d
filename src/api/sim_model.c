#include "api/sim_model.h"

#include "api/sim_json.h"
#include "base/err.h"
#include "base/json_memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NS_MAX 1e12
#define MIB_S_MIN 0.001
#define MIB_S_MAX 1e8
#define BYTES_MAX 0x1p60
#define FAULTS_MAX 1000
#define OPERATION_MAX 1e15

#define AT(type, member) .offset = offsetof(struct type, member)
#define TIME(type, key, member) { .name = key, .kind = SIM_JSON_NUMBER, AT(type, member), .max = NS_MAX }
#define RATE(type, key, dir) \
	{ .name = key, .kind = SIM_JSON_NUMBER, AT(type, mib_s[dir]), .min = MIB_S_MIN, .max = MIB_S_MAX }
#define LENGTH(fields) (sizeof(fields) / sizeof(*(fields)))

static const char built_in[] =
	"{"
	" \"comment\": \"a workstation: 2M and 32M of CPU cache, 1G of page cache, RAID 5 of five disks\","
	" \"caches\": ["
	"  { \"size\": \"2m\", \"per_operation_ns\": 300, \"read_mib_s\": 14000, \"write_mib_s\": 9000 },"
	"  { \"size\": \"32m\", \"per_operation_ns\": 350, \"read_mib_s\": 8000, \"write_mib_s\": 5500 },"
	"  { \"size\": \"1g\", \"per_operation_ns\": 400, \"read_mib_s\": 4000, \"write_mib_s\": 2800 }"
	" ],"
	" \"dirty_limit\": \"200m\","
	" \"device\": {"
	"  \"per_operation_ns\": 20000, \"seek_ns\": 30000, \"flush_ns\": 200000, \"max_request\": \"1m\","
	"  \"read_mib_s\": 3000, \"write_mib_s\": 3000,"
	"  \"raid\": { \"level\": 5, \"disks\": 5, \"chunk\": \"64k\", \"request_ns\": 150000,"
	"   \"read_mib_s\": 500, \"write_mib_s\": 450 }"
	" },"
	" \"noise\": { \"cell_cv\": 0.02 }"
	"}";

struct errno_name {
	const char *name;
	int errnum;
};

static const struct errno_name errno_names[] = {
	{ "EAGAIN", EAGAIN }, { "EDQUOT", EDQUOT }, { "EFBIG", EFBIG }, { "EINTR", EINTR }, { "EIO", EIO },
	{ "ENOMEM", ENOMEM }, { "ENOSPC", ENOSPC }, { "EROFS", EROFS },
};

static const struct sim_json_field cache_fields[] = {
	{ .name = "size", .kind = SIM_JSON_SIZE, .required = true, AT(sim_cache, size_bytes), .min = 1,
	  .max = BYTES_MAX },
	TIME(sim_cache, "per_operation_ns", per_operation_ns),
	RATE(sim_cache, "read_mib_s", IO_READ),
	RATE(sim_cache, "write_mib_s", IO_WRITE),
};

static int read_cache(struct sim_json *json, const json_t *value, size_t i, void *arg)
{
	struct sim_model *model = arg;

	if (sim_json_object(json, value, cache_fields, LENGTH(cache_fields), &model->caches[i]))
		return -1;
	if (i && model->caches[i].size_bytes <= model->caches[i - 1].size_bytes)
		return sim_json_wrong(json, "is not larger than the cache before it");
	model->caches_n = i + 1;
	return 0;
}

/* Of fields that stand in the model itself the field is the model: its row has no offset. */
static int read_caches(struct sim_json *json, const json_t *value, void *model)
{
	return sim_json_array(json, value, SIM_CACHES_MAX, read_cache, model);
}

static const struct sim_json_field raid_fields[] = {
	{ .name = "level", .kind = SIM_JSON_COUNT, .required = true, AT(sim_raid, level), .max = 6 },
	{ .name = "disks", .kind = SIM_JSON_COUNT, .required = true, AT(sim_raid, disks), .min = 1,
	  .max = SIM_DISKS_MAX },
	{ .name = "chunk", .kind = SIM_JSON_SIZE, .required = true, AT(sim_raid, chunk_bytes), .min = 512,
	  .max = 64 << 20 },
	TIME(sim_raid, "request_ns", request_ns),
	TIME(sim_raid, "partial_stripe_ns", partial_stripe_ns),
	RATE(sim_raid, "read_mib_s", IO_READ),
	RATE(sim_raid, "write_mib_s", IO_WRITE),
};

static int read_raid(struct sim_json *json, const json_t *value, void *field)
{
	struct sim_raid *raid = field;

	if (sim_json_object(json, value, raid_fields, LENGTH(raid_fields), raid))
		return -1;
	if (raid->level != 0 && raid->level != 5 && raid->level != 6)
		return sim_json_wrong(json, "level %d is not modelled (0, 5 and 6 are)", (int)raid->level);
	if (raid->level && raid->disks < raid->level - 2)
		return sim_json_wrong(json, "level %d needs at least %d disks", (int)raid->level, (int)raid->level - 2);
	return 0;
}

static const struct sim_json_field device_fields[] = {
	TIME(sim_device, "per_operation_ns", per_operation_ns),
	RATE(sim_device, "read_mib_s", IO_READ),
	RATE(sim_device, "write_mib_s", IO_WRITE),
	TIME(sim_device, "seek_ns", seek_ns),
	TIME(sim_device, "flush_ns", flush_ns),
	{ .name = "parallel", .kind = SIM_JSON_COUNT, AT(sim_device, parallel), .min = 1, .max = 4096 },
	{ .name = "max_request", .kind = SIM_JSON_SIZE, AT(sim_device, max_request_bytes), .min = 512,
	  .max = BYTES_MAX },
	{ .name = "raid", .kind = SIM_JSON_NESTED, AT(sim_device, raid), .read = read_raid },
};

static int read_device(struct sim_json *json, const json_t *value, void *device)
{
	return sim_json_object(json, value, device_fields, LENGTH(device_fields), device);
}

static const struct sim_json_field outlier_fields[] = {
	{ .name = "share", .kind = SIM_JSON_NUMBER, .required = true, AT(sim_noise, outlier_share), .max = 1 },
	{ .name = "factor", .kind = SIM_JSON_NUMBER, .required = true, AT(sim_noise, outlier_factor), .min = 0.001,
	  .max = 1000 },
};

static int read_outliers(struct sim_json *json, const json_t *value, void *noise)
{
	return sim_json_object(json, value, outlier_fields, LENGTH(outlier_fields), noise);
}

static const struct sim_json_field noise_fields[] = {
	{ .name = "cell_cv", .kind = SIM_JSON_NUMBER, AT(sim_noise, cell_cv), .max = 10 },
	{ .name = "operation_cv", .kind = SIM_JSON_NUMBER, AT(sim_noise, operation_cv), .max = 10 },
	{ .name = "outliers", .kind = SIM_JSON_NESTED, .read = read_outliers },
	{ .name = "drift_per_hour", .kind = SIM_JSON_NUMBER, AT(sim_noise, drift_per_hour), .min = -1, .max = 100 },
};

static int read_noise(struct sim_json *json, const json_t *value, void *noise)
{
	return sim_json_object(json, value, noise_fields, LENGTH(noise_fields), noise);
}

static int read_errno(struct sim_json *json, const json_t *value, void *field)
{
	const char *text = json_string_value(value);
	int *errnum = field;

	for (size_t i = 0; text && i < LENGTH(errno_names); i++) {
		if (!strcmp(errno_names[i].name, text)) {
			*errnum = errno_names[i].errnum;
			return 0;
		}
	}
	return sim_json_wrong(json, "is not an error's name, such as \"EIO\" or \"ENOSPC\"");
}

static const struct sim_json_field fault_fields[] = {
	{ .name = "operation", .kind = SIM_JSON_COUNT, .required = true, AT(sim_fault, operation), .min = 1,
	  .max = OPERATION_MAX },
	{ .name = "count", .kind = SIM_JSON_COUNT, AT(sim_fault, count), .min = 1, .max = OPERATION_MAX },
	{ .name = "errno", .kind = SIM_JSON_NESTED, AT(sim_fault, errnum), .read = read_errno },
	{ .name = "short", .kind = SIM_JSON_SIZE, AT(sim_fault, short_bytes), .max = BYTES_MAX },
};

static int read_fault(struct sim_json *json, const json_t *value, size_t i, void *arg)
{
	struct sim_model *model = arg;
	struct sim_fault *fault = &model->faults[i];

	*fault = (struct sim_fault){ .count = 1 };
	if (sim_json_object(json, value, fault_fields, LENGTH(fault_fields), fault))
		return -1;
	if (!json_object_get(value, "errno") == !json_object_get(value, "short"))
		return sim_json_wrong(json, "needs either errno or short");
	model->faults_n = i + 1;
	return 0;
}

static int read_faults(struct sim_json *json, const json_t *value, void *field)
{
	struct sim_model *model = field;

	model->faults = calloc(json_array_size(value) + 1, sizeof(*model->faults));
	if (!model->faults)
		return err_sys(json->err, ERR_ENVIRONMENT, ENOMEM, "%s", json->file);
	return sim_json_array(json, value, FAULTS_MAX, read_fault, model);
}

static const struct sim_json_field model_fields[] = {
	{ .name = "comment", .kind = SIM_JSON_TEXT },
	{ .name = "caches", .kind = SIM_JSON_NESTED, .read = read_caches },
	{ .name = "dirty_limit", .kind = SIM_JSON_SIZE, AT(sim_model, dirty_limit_bytes), .max = BYTES_MAX },
	{ .name = "capacity", .kind = SIM_JSON_SIZE, AT(sim_model, capacity_bytes), .max = BYTES_MAX },
	{ .name = "device", .kind = SIM_JSON_NESTED, .required = true, AT(sim_model, device), .read = read_device },
	{ .name = "noise", .kind = SIM_JSON_NESTED, AT(sim_model, noise), .read = read_noise },
	{ .name = "faults", .kind = SIM_JSON_NESTED, .read = read_faults },
};

static const char *name_of(const char *path)
{
	return path ? path : "built-in model";
}

static json_t *parse(const char *path, struct err *err)
{
	json_error_t error;
	json_t *json;
	int ret;

	json_memory_watch();
	json = path ? json_load_file(path, JSON_REJECT_DUPLICATES, &error)
		    : json_loadb(built_in, sizeof(built_in) - 1, 0, &error);
	ret = json_memory_check(&json);
	if (!ret)
		return json;
	if (ret == -ENOMEM)
		err_sys(err, ERR_ENVIRONMENT, ENOMEM, "%s", name_of(path));
	else if (json_error_code(&error) == json_error_cannot_open_file)
		err_set(err, ERR_ENVIRONMENT, "%s", error.text);
	else
		err_set(err, ERR_USAGE, "%s:%d: %s", name_of(path), error.line, error.text);
	return NULL;
}

int sim_model_load(const char *path, struct sim_model *model, struct err *err)
{
	struct sim_json json = { .file = name_of(path), .err = err };

	*model = (struct sim_model){
		.source = parse(path, err),
		.dirty_limit_bytes = UINT64_MAX,
		.capacity_bytes = UINT64_MAX,
		.noise = { .outlier_factor = 1 },
	};
	if (!model->source)
		return -1;
	if (sim_json_object(&json, model->source, model_fields, LENGTH(model_fields), model)) {
		sim_model_release(model);
		return -1;
	}
	sim_device_prepare(&model->device);
	return 0;
}

void sim_model_release(struct sim_model *model)
{
	json_decref(model->source);
	free(model->faults);
	*model = (struct sim_model){ 0 };
}

const struct sim_fault *sim_model_fault(const struct sim_model *model, uint64_t operation)
{
	for (size_t i = 0; i < model->faults_n; i++) {
		const struct sim_fault *fault = &model->faults[i];

		if (operation >= fault->operation && operation - fault->operation < fault->count)
			return fault;
	}
	return NULL;
}
