// Names of rows that are genes.
#pragma once

#include <string_view>
#include <vector>

namespace cli {

// Most are of a genome database, ENSG00000139618, or a probe of a chip, 1007_s_at.
bool are_ids_of_genes(const std::vector<std::string_view> &names);

// Most are capitals and digits, TP53, with many different beginnings, or GENE1, GENE2.
bool are_symbols_of_genes(const std::vector<std::string_view> &names);

}  // namespace cli
