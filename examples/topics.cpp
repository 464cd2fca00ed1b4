// Find the topics of texts, in C++.
//
// Shows manifact.hpp: handles that release themselves, exceptions, options by the type of the
// value, a progress function, and views of the result.
//
//   c++ -std=c++17 topics.cpp $(pkg-config --cflags --libs manifact) -o topics
#include <iostream>
#include <manifact/manifact.hpp>
#include <string>
#include <vector>

namespace {

const std::vector<std::string> texts = {
    "the goalkeeper saved a penalty in the final match",
    "the team won the match after a late goal",
    "a late penalty decided the final of the cup",
    "the bank raised its interest rates again",
    "rates of interest fell and shares rose at the bank",
    "shares of the bank fell after the interest decision",
};

void run() {
  manifact::Context context;
  manifact::Vectorizer vectorizer(context);
  vectorizer.set("language", "english").add_many(texts);
  const manifact::Matrix counts = vectorizer.finish();

  manifact::Solver solver(context, "lccf");
  solver.set("lambda", 1.0).set("neighbors", 2).set("seed", 1).set_vectorizer(vectorizer);
  int reports = 0;
  solver.set_progress([&](const manifact::Progress &) {
    ++reports;
    return false;  // true would stop the fit
  });
  const manifact::Model model = solver.fit(counts, 2);

  for (std::int64_t topic = 0; topic < model.clusters(); ++topic) {
    std::cout << "topic " << topic << ':';
    for (const manifact::Ranked &term : model.top_terms(topic, 3))
      std::cout << ' ' << vectorizer.term(term.index);
    std::cout << '\n';
  }
  const manifact::Matrix unseen = vectorizer.transform(context, {"a goal in the final"});
  std::cout << "new text: topic " << model.assign(context, unseen).labels[0] << '\n';
  std::cout << (reports > 0 ? "progress was reported\n" : "no progress\n");
}

}  // namespace

int main() {
  try {
    run();
  } catch (const manifact::Error &error) {
    std::cerr << error.name() << ": " << error.what() << '\n';
    return 1;
  }
}
