#include "readers/hdf5.hpp"

#include <map>

#include "readers/module.hpp"
#include "terminal/failure.hpp"

namespace cli {

Hdf5Matrix read_hdf5(const std::string &path, [[maybe_unused]] const Hdf5Choice &choice) {
#ifdef MANIFACT_HAVE_HDF5
  Hdf5Matrix matrix;
  of_module<ReadHdf5>("manifact-hdf5", "manifact_read_hdf5", path + " cannot be read")(path, choice,
                                                                                       matrix);
  return matrix;
#else
  throw Failure(path + " is HDF5, which this build cannot read: it was built without libhdf5");
#endif
}

void make_distinct(std::vector<std::string> &names, const std::vector<std::string> &ids) {
  std::map<std::string, std::int64_t> counts;
  for (const std::string &name : names) ++counts[name];
  for (std::size_t i = 0; i < names.size(); ++i)
    if (counts[names[i]] > 1)
      names[i] += " (" + (i < ids.size() ? ids[i] : std::to_string(i + 1)) + ')';
}

}  // namespace cli
