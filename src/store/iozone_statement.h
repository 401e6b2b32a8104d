/* iozone_statement: the lines of the head that are known, and what each says. For iozone_facts.c alone. */
#ifndef IOSWEEP_STORE_IOZONE_STATEMENT_H
#define IOSWEEP_STORE_IOZONE_STATEMENT_H

#include "store/iozone_facts.h"

struct iozone_statement_row {
	const char *start; /* of the line, the case of letters aside */
	/* Takes what follows. 0 or -ENOMEM. */
	int (*take)(struct iozone_facts *facts, const char *rest, size_t member);
	size_t member; /* in struct iozone_facts */
	enum iozone_statement kind;
	bool kept; /* among the statements as well */
};

/* The row of a line without blanks at its start; NULL: it is not known. */
const struct iozone_statement_row *iozone_statement_find(const char *text);

#endif
