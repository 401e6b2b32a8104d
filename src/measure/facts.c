#include "measure/facts.h"
#include <stddef.h>
int facts_new(int dir_fd, struct facts **facts){(void)dir_fd;*facts=NULL;return 0;}
void facts_free(struct facts *facts){(void)facts;}
int facts_wait_quiet(struct facts *facts, int fd, uint64_t limit_ns, const volatile sig_atomic_t *stop, uint64_t *w){(void)facts;(void)fd;(void)limit_ns;(void)stop;*w=0;return 0;}
void facts_begin(struct facts *facts){(void)facts;}
void facts_io_done(struct facts *facts, struct sample *sample){(void)facts;(void)sample;}
void facts_end(struct facts *facts, struct sample *sample){(void)facts;(void)sample;}
void facts_of_file(int fd, struct sample *sample){(void)fd;(void)sample;}
