// topics/compare: shares and changes counted by hand.
#include "topics/compare.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/topics.hpp"

namespace {

using namespace topics;
using manifact::Change;

// A model whose documents have these topics; the means are not used.
manifact::Model labeled(const std::vector<std::int32_t> &labels, int64_t k) {
  manifact::Model model;
  model.k = k;
  model.n = std::ssize(labels);
  model.labels = Array<std::int32_t>(std::make_shared<Memory>(), model.n);
  std::copy(labels.begin(), labels.end(), model.labels.begin());
  return model;
}

// Documents of each pair (earlier topic, later topic), -1: of none.
struct Flow {
  std::int32_t from, to;
  int documents;
};

manifact::Comparison compared(const std::vector<Flow> &flows, int64_t before, int64_t after) {
  std::vector<std::int32_t> old, now;
  std::vector<int64_t> rows;
  for (const Flow &flow : flows)
    for (int i = 0; i < flow.documents; ++i) {
      rows.push_back(std::ssize(old));
      old.push_back(flow.from);
      now.push_back(flow.to);
    }
  return manifact::compared_by_documents(labeled(old, before), labeled(now, after), rows.data());
}

TEST(Compare, topics_stay_and_move) {
  const auto c = compared({{0, 1, 80}, {0, 0, 10}, {1, 0, 60}, {1, 1, 20}, {1, -1, 20}}, 2, 2);
  EXPECT_EQ(c.partner, (std::vector<int64_t>{1, 0}));
  EXPECT_DOUBLE_EQ(c.f(0, 1), 80. / 90);
  EXPECT_DOUBLE_EQ(c.g(0, 1), .8);
  EXPECT_DOUBLE_EQ(c.f(1, 0), .6);
  EXPECT_EQ(c.earlier, (std::vector<Change>{Change::stayed, Change::moved}));
  EXPECT_EQ(c.later, (std::vector<Change>{Change::moved, Change::stayed}));
}

TEST(Compare, topics_are_split_and_joined) {
  // 0 becomes 0 and 1; 1 and 2 become 2; a chip of 3 becomes 4, the rest stays as 3.
  const auto c =
      compared({{0, 0, 60}, {0, 1, 40}, {1, 2, 50}, {2, 2, 50}, {3, 3, 95}, {3, 4, 5}}, 4, 5);
  EXPECT_EQ(c.earlier,
            (std::vector<Change>{Change::split, Change::joined, Change::joined, Change::stayed}));
  EXPECT_EQ(c.later, (std::vector<Change>{Change::split, Change::split, Change::joined,
                                          Change::stayed, Change::split}));
}

TEST(Compare, a_small_topic_is_absorbed) {
  const auto c = compared({{0, 0, 95}, {1, 0, 5}}, 2, 1);
  EXPECT_EQ(c.earlier, (std::vector<Change>{Change::stayed, Change::joined}));
  EXPECT_EQ(c.later, (std::vector<Change>{Change::stayed}));
}

TEST(Compare, a_small_topic_is_split_off) {
  const auto c = compared({{0, 0, 95}, {0, 1, 5}}, 1, 2);
  EXPECT_EQ(c.earlier, (std::vector<Change>{Change::stayed}));
  EXPECT_EQ(c.later, (std::vector<Change>{Change::stayed, Change::split}));
}

TEST(Compare, topics_vanish_and_appear) {
  // 0 is scattered over three topics that have other documents; 4 has none in common, 5 few.
  const auto c = compared({{0, 0, 30},
                           {0, 1, 30},
                           {0, 2, 30},
                           {1, 0, 90},
                           {2, 1, 90},
                           {3, 2, 90},
                           {1, 4, 3},
                           {2, 4, 3},
                           {-1, 4, 30}},
                          4, 5);
  EXPECT_EQ(c.earlier, (std::vector<Change>{Change::vanished, Change::stayed, Change::stayed,
                                            Change::stayed}));
  EXPECT_EQ(c.later, (std::vector<Change>{Change::stayed, Change::stayed, Change::stayed,
                                          Change::appeared, Change::appeared}));
}

// Of the earlier 0 only 4 of 44 documents are in the later model.
TEST(Compare, few_documents_in_common_do_not_count) {
  std::vector<std::int32_t> old(44, 0), now(60, 0);
  std::vector<int64_t> rows(44, -1);
  for (int i = 0; i < 60; ++i) {
    old.push_back(1);
    rows.push_back(i);
  }
  for (int i = 0; i < 4; ++i) {
    rows[static_cast<size_t>(i)] = std::ssize(now);
    now.push_back(0);
  }
  const auto c = manifact::compared_by_documents(labeled(old, 2), labeled(now, 1), rows.data());
  EXPECT_EQ(c.earlier, (std::vector<Change>{Change::vanished, Change::stayed}));
  EXPECT_EQ(c.f(0, 0), 0);
  EXPECT_DOUBLE_EQ(c.g(1, 0), 60. / 64);
}

// A pair of which each has most of the other is one, whatever the matching.
TEST(Compare, a_mutual_majority_is_a_pair_beside_a_heavier_matching) {
  const auto c = compared({{0, 0, 56}, {0, 1, 44}, {1, 0, 45}, {-1, 1, 200}}, 2, 2);
  EXPECT_EQ(c.partner, (std::vector<int64_t>{1, 0}));  // 44 + 45 documents, more than 56
  EXPECT_EQ(c.earlier[0], Change::joined);             // with the earlier 1, in the later 0
  EXPECT_EQ(c.later[0], Change::joined);
}

std::shared_ptr<const manifact::TextModel> text_of(const std::vector<const char *> &terms) {
  auto text = std::make_shared<manifact::TextModel>(std::make_shared<Memory>());
  for (const char *const term : terms) text->keys.add(term);
  return text;
}

// By terms: the means of the halves of a topic explain it together, x = 1/2 each.
TEST(Compare, terms_are_found_by_their_names) {
  auto before = model_of({4, 2}, {1, 0, 1, 0, 0, 2}),
       after = model_of({2, 2, 2}, {0, 1, 0, 2, 0, 0, 0, 0, 3, 0, 2, 0});
  before.text = text_of({"a", "b", "c"});
  after.text = text_of({"c", "a", "d", "b"});
  Work work;
  const auto c = manifact::compared_by_terms(before, after, work.run);
  // Earlier means: (a 1, b 1), (c 2). Later: (a 2), (c 1, b 2), (d 3).
  // 0: x = 1/2 of (a 2), y of (c 1, b 2) with 5 y = 2.
  EXPECT_NEAR(c.f(0, 0), .5, 1e-9);
  EXPECT_NEAR(c.f(0, 1), .4 * 2 / 2, 1e-9);
  EXPECT_EQ(c.f(0, 2), 0);
  EXPECT_NEAR(c.f(1, 1), .2, 1e-9);  // 5 y = 2, 2 y / 4
  EXPECT_NEAR(c.g(0, 0), .5, 1e-9);  // 2 x = 2, 2 x / 4
  EXPECT_NEAR(c.g(0, 1), .4, 1e-9);  // 2 x = 2, 2 x / 5
  EXPECT_NEAR(c.g(1, 1), .2, 1e-9);
  EXPECT_EQ(c.later[2], Change::appeared);
}

std::shared_ptr<const manifact::DocumentColumn> column(const char *name,
                                                       const std::vector<std::string> &texts) {
  auto made = std::make_shared<manifact::DocumentColumn>();
  made->name = name;
  for (const std::string &text : texts) {
    made->bytes += text;
    made->ends.push_back(std::ssize(made->bytes));
  }
  return made;
}

std::vector<int64_t> common(const manifact::DocumentColumns &before, int64_t n_before,
                            const manifact::DocumentColumns &after, int64_t n_after) {
  manifact::Model old, now;
  old.n = n_before;
  old.columns = before;
  now.n = n_after;
  Work work;
  return manifact::common_documents(old, now, after, work.run);
}

TEST(Compare, documents_in_common_are_found_by_name_or_beginning) {
  const manifact::DocumentColumns before = {
      column("id", {"a", "line 2", "b", "line 4", "c", "c", ""}),
      column("excerpt", {"x", "one", "y", "two", "z", "z", "two"})};
  const manifact::DocumentColumns after = {column("id", {"line 1", "c", "a", "line 4"}),
                                           column("excerpt", {"one", "one else", "w", "two"})};
  // "b" is gone, "c" is there twice, "two" as well, "a" has another text now.
  EXPECT_EQ(common(before, 7, after, 4), (std::vector<int64_t>{2, 0, -1, -1, -1, -1, -1}));
  EXPECT_EQ(common({}, 2, after, 4), (std::vector<int64_t>{-1, -1}));
}

TEST(Compare, whole_numbers_are_names_if_the_texts_agree) {
  using Rows = std::vector<int64_t>;
  const auto ids = column("id", {"1", "2", "3", "4"}), others = column("id", {"2", "1", "4", "5"});
  const auto texts = column("excerpt", {"a", "b", "c", "d"});
  // Two of the three of the same number have the same text, then one of them.
  EXPECT_EQ(common({ids, texts}, 4, {others, column("excerpt", {"b", "a", "x", "y"})}, 4),
            (Rows{1, 0, -1, 2}));
  const auto other_texts = column("excerpt", {"z", "a", "x", "c"});
  EXPECT_EQ(common({ids, texts}, 4, {column("id", {"2", "3", "4", "5"}), other_texts}, 4),
            (Rows{1, -1, 3, -1}));
  // Numbers that have gaps are names: the texts may have been read in another way.
  EXPECT_EQ(common({ids, texts}, 4, {others, other_texts}, 4), (Rows{1, 0, -1, 2}));
  // Other names count whatever the texts are.
  EXPECT_EQ(common({column("id", {"n1", "n2"}), column("excerpt", {"a", "b"})}, 2,
                   {column("id", {"n2", "n1"}), column("excerpt", {"x", "y"})}, 2),
            (Rows{1, 0}));
  // Without texts and rows.
  EXPECT_EQ(common({ids}, 4, {column("id", {"1", "2", "3", "4"})}, 4), (Rows{-1, -1, -1, -1}));
  EXPECT_EQ(common({ids}, 4, {others}, 4), (Rows{1, 0, -1, 2}));
}

}  // namespace
