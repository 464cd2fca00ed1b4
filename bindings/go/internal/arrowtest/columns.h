/* Arrow columns for the tests. */
#ifndef MANIFACT_GO_COLUMNS_H
#define MANIFACT_GO_COLUMNS_H

#include <manifact/arrow.h>

void make_columns(const char *format);
struct ArrowSchema *schema_of(void);
struct ArrowArray *array_of(void);
int count_of_releases(void);

#endif
