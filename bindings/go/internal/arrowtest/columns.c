#include "columns.h"

static int released;
static const double numbers[] = {1, 2, 3, 4};
static const int32_t offsets[] = {0, 1, 2, 3, 4};
static const char letters[] = "abab";
static const void *number_buffers[] = {0, numbers}, *text_buffers[] = {0, offsets, letters},
                  *no_buffers[] = {0};

static void release_schema(struct ArrowSchema *schema) {
  schema->release = 0;
  ++released;
}
static void release_array(struct ArrowArray *array) {
  array->release = 0;
  ++released;
}

static struct ArrowSchema schemas[3];
static struct ArrowArray arrays[3];
static struct ArrowSchema *schemas_below[] = {schemas + 1, schemas + 2};
static struct ArrowArray *arrays_below[] = {arrays + 1, arrays + 2};

void make_columns(const char *format) {
  released = 0;
  struct ArrowSchema schema = {"+s", "", 0, 0, 2, schemas_below, 0, release_schema, 0};
  struct ArrowSchema number = {format, "x", 0, 0, 0, 0, 0, release_schema, 0};
  struct ArrowSchema text = {"u", "t", 0, 0, 0, 0, 0, release_schema, 0};
  schemas[0] = schema;
  schemas[1] = number;
  schemas[2] = text;
  struct ArrowArray all = {4, 0, 0, 1, 2, no_buffers, arrays_below, 0, release_array, 0};
  struct ArrowArray values = {4, 0, 0, 2, 0, number_buffers, 0, 0, release_array, 0};
  struct ArrowArray words = {4, 0, 0, 3, 0, text_buffers, 0, 0, release_array, 0};
  arrays[0] = all;
  arrays[1] = values;
  arrays[2] = words;
}

struct ArrowSchema *schema_of(void) {
  return schemas;
}
struct ArrowArray *array_of(void) {
  return arrays;
}
int count_of_releases(void) { return released; }
