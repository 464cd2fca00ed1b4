// The page of the report around its data; made by report/embed.py of the files beside it.
#pragma once

namespace cli {

extern const char page_before_data[];
extern const char page_after_data[];

}  // namespace cli
