// A table that a reader makes record by record, as CSV.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "readers/formats.hpp"
#include "readers/stream.hpp"

namespace cli {

class RowTable : public MadeTable {
 public:
  RowTable(std::string name, const std::vector<const char *> &columns, const Reading &reading);

 protected:
  // As many cells as columns; false at the end, after the notes.
  virtual bool next_row(std::vector<std::string> &cells) = 0;
  // A Failure if a record has more than 256 MB.
  void require_short(std::size_t bytes, const std::string &place) const;

  const Reading reading_;

 private:
  bool refill(std::string &held) final;

  std::vector<std::string> cells_;
};

// Formats of text that are read as a table, other than those of spreadsheets and databases.
bool is_made_table(Format format);
std::unique_ptr<Stream> open_made_table(Format format, const std::string &path,
                                        std::unique_ptr<Bytes> bytes, const Reading &reading);

// Lines of a log, of a chat of WhatsApp, of `git log`, or lines as they are.
std::unique_ptr<Stream> open_entries(Format format, std::unique_ptr<Bytes> bytes,
                                     const Reading &reading);
// `automatic` for other texts.
Format entries_of_text(std::string_view text, bool is_all);

// The folder that Slack exports, with a folder of days for each channel.
bool is_slack_export(const std::string &folder);
std::unique_ptr<Stream> open_slack(const std::string &folder, const Reading &reading);

}  // namespace cli
