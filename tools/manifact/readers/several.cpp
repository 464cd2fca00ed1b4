#include "readers/several.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "readers/documents.hpp"
#include "readers/file_text.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"

namespace cli {
namespace {

// A place in one of them is preceded by its name.
class SeveralReader final : public TextReader {
 public:
  SeveralReader(Session &session, const InputOptions &options, const Input &input,
                std::unique_ptr<TextReader> first, std::shared_ptr<Alike> notes, const char *stage)
      : session_(session),
        options_(options),
        notes_(std::move(notes)),
        stage_(stage),
        reader_(std::move(first)),
        are_ids_paths_(input.is_of_files()) {
    if (input.is_unclear()) unclear_.add(name_);
  }

  bool next(Document &document) override {
    document.groups.clear();
    document.link.clear();
    while (!reader_->next(document)) {
      leave();
      if (at_ == options_.more_inputs.size()) {
        reader_ = std::make_unique<NoReader>();
        if (unclear_.count > 0)
          session_.note(counted(unclear_.count, "input") +
                        " of unclear format read as one document each, the first is " +
                        unclear_.first);
        unclear_ = {};
        for (const std::string &sentence : notes_->repeated()) session_.note(sentence);
        *notes_ = {};
        return false;
      }
      enter(options_.more_inputs[at_++]);
    }
    if (are_ids_paths_)
      document.id =
          (std::filesystem::path(name_) / std::filesystem::path(document.id).relative_path())
              .native();
    else if (is_position(document.id))
      document.id = name_ + ", " + document.id;
    return true;
  }

  Fields fields() const override { return reader_->fields(); }
  std::string remark() const override {
    std::string all = remarks_;
    for (const std::string &sentence : alike_.repeated()) all += "; " + sentence;
    return all;
  }
  std::int64_t repaired() const override { return repaired_ + reader_->repaired(); }

 private:
  struct NoReader final : TextReader {
    bool next(Document &) override { return false; }
  };

  void enter(const std::string &path) {
    InputOptions options = options_;
    options.input = path;
    options.more_inputs.clear();
    options.vector_field.reset();  // vectors are of one input
    options.usual.vector.reset();
    Input input(session_, options, Unclear::file, notes_);
    if (!input.is_text())
      throw Failure("several inputs must be text, but " + input.name() + " is a matrix");
    name_ = input.name();
    are_ids_paths_ = input.is_of_files();
    if (input.is_unclear()) unclear_.add(name_);
    reader_ = input.documents(options.fields, stage_);
  }

  void leave() {
    const std::string remark = reader_->remark();
    if (!remark.empty() && remarks_.size() < longest_remarks && alike_.add(name_, remark))
      remarks_ += (remarks_.empty() ? "" : "; ") + remark;
    repaired_ += reader_->repaired();
  }

  static constexpr std::size_t longest_remarks = 1000;

  Session &session_;
  InputOptions options_;
  std::shared_ptr<Alike> notes_;
  Alike alike_;  // remarks
  const char *stage_;
  std::unique_ptr<TextReader> reader_;
  bool are_ids_paths_;
  std::string name_ = input_name(options_.input);
  Counted unclear_;
  std::size_t at_ = 0;
  std::string remarks_;
  std::int64_t repaired_ = 0;
};

}  // namespace

std::unique_ptr<TextReader> read_several(Session &session, const InputOptions &options,
                                         const Input &input, std::unique_ptr<TextReader> first,
                                         std::shared_ptr<Alike> notes, const char *stage) {
  return std::make_unique<SeveralReader>(session, options, input, std::move(first),
                                         std::move(notes), stage);
}

}  // namespace cli
