#include "report/picture_folder.h"

#include "base/err.h"

#include <errno.h>
#include <sys/stat.h>

int picture_folder_make(const struct strbuf *path, struct err *err)
{
	if (strbuf_failed(path))
		return err_sys(err, ERR_CELLS, ENOMEM, "folder of pictures");
	if (mkdir(path->buf, 0777) && errno != EEXIST)
		return err_sys(err, ERR_CELLS, errno, "%s", path->buf);
	return 0;
}
