// text/language: the first article of the Universal Declaration of Human Rights in each language of
// the option; mixed, short, malformed and many texts.
#include <string>
#include <vector>

#include "options/options.hpp"
#include "support/expect_error.hpp"
#include "support/numbers.hpp"
#include "text/language.hpp"
#include "text/vectorizer.hpp"

namespace manifact {
namespace {

using Strings = std::vector<std::string>;

std::string detected(const Strings &texts) {
  std::string bytes;
  std::vector<Index> offsets{0};
  for (const std::string &text : texts) {
    bytes += text;
    offsets.push_back(static_cast<Index>(bytes.size()));
  }
  return detected_language({bytes.data(), offsets.data(), static_cast<Index>(texts.size())});
}

Strings repeated(const std::string &text, std::size_t times) { return Strings(times, text); }

Strings operator+(Strings first, const Strings &second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

const char *const english =
    "All human beings are born free and equal in dignity and rights. They are endowed with reason "
    "and conscience and should act towards one another in a spirit of brotherhood.";
const char *const german =
    "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und "
    "Gewissen begabt und sollen einander im Geist der Brüderlichkeit begegnen.";
const char *const russian =
    "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и "
    "совестью и должны поступать в отношении друг друга в духе братства.";
const char *const chinese =
    "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。";
const char *const polish =
    "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni "
    "obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa.";

const struct {
  const char *language, *text;
} articles[] = {
    {"arabic",
     "يولد جميع الناس أحراراً متساوين في الكرامة والحقوق. وقد وهبوا عقلاً وضميراً وعليهم أن يعامل "
     "بعضهم بعضاً بروح الإخاء."},
    {"armenian",
     "Բոլոր մարդիկ ծնվում են ազատ ու հավասար իրենց արժանապատվությամբ ու իրավունքներով։"},
    {"basque",
     "Gizon-emakume guztiak aske jaiotzen dira, duintasun eta eskubide berberak dituztela; eta "
     "ezaguera eta kontzientzia dutenez gero, elkarren artean senide legez jokatu beharra dute."},
    {"catalan",
     "Tots els éssers humans neixen lliures i iguals en dignitat i en drets. Són dotats de raó i "
     "de consciència, i han de comportar-se fraternalment els uns amb els altres."},
    {"chinese", chinese},
    {"chinese",
     "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。"},
    {"danish",
     "Alle mennesker er født frie og lige i værdighed og rettigheder. De er udstyret med fornuft "
     "og samvittighed, og de bør handle mod hverandre i en broderskabets ånd."},
    {"dutch",
     "Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. Zij zijn begiftigd met "
     "verstand en geweten, en behoren zich jegens elkander in een geest van broederschap te "
     "gedragen."},
    {"english", english},
    {"finnish",
     "Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on "
     "annettu järki ja omatunto, ja heidän on toimittava toisiaan kohtaan veljeyden hengessä."},
    {"french",
     "Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de "
     "raison et de conscience et doivent agir les uns envers les autres dans un esprit de "
     "fraternité."},
    {"german", german},
    {"greek",
     "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα."},
    {"hindi",
     "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और "
     "समानता प्राप्त है। उन्हें बुद्धि और अन्तरात्मा की देन प्राप्त है और परस्पर "
     "उन्हें भाईचारे के भाव से बर्ताव करना चाहिए।"},
    {"hungarian",
     "Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek, ésszel "
     "és lelkiismerettel bírván, egymással szemben testvéri szellemben kell hogy viseltessenek."},
    {"indonesian",
     "Semua orang dilahirkan merdeka dan mempunyai martabat dan hak-hak yang sama. Mereka "
     "dikaruniai akal dan hati nurani dan hendaknya bergaul satu sama lain dalam persaudaraan."},
    {"irish",
     "Saolaítear na daoine uile saor agus comhionann ina ndínit agus ina gcearta. Tá bua an "
     "réasúin agus an choinsiasa acu agus dlíd iad féin d'iompar de mheon bráithreachais."},
    {"italian",
     "Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono dotati di "
     "ragione e di coscienza e devono agire gli uni verso gli altri in spirito di fratellanza."},
    {"japanese",
     "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。"},
    {"lithuanian",
     "Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis. Jiems suteiktas protas ir sąžinė "
     "ir jie turi elgtis vienas kito atžvilgiu kaip broliai."},
    {"nepali",
     "सबै व्यक्तिहरू जन्मजात स्वतन्त्र हुन् ती सबैको समान अधिकार र "
     "महत्व छ। निजहरूमा विचार शक्ति र सद्विचार भएकोले "
     "निजहरूले आपसमा भातृत्वको भावनाबाट व्यवहार गर्नु पर्छ।"},
    {"norwegian",
     "Alle mennesker er født frie og med samme menneskeverd og menneskerettigheter. De er utstyrt "
     "med fornuft og samvittighet og bør handle mot hverandre i brorskapets ånd."},
    {"portuguese",
     "Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão "
     "e de consciência, devem agir uns para com os outros em espírito de fraternidade."},
    {"romanian",
     "Toate ființele umane se nasc libere și egale în demnitate și în drepturi. Ele sunt "
     "înzestrate cu rațiune și conștiință și trebuie să se comporte unele față de altele în "
     "spiritul fraternității."},
    {"russian", russian},
    {"serbian",
     "Сва људска бића рађају се слободна и једнака у достојанству и правима. Она су обдарена "
     "разумом и свешћу и треба једни према другима да поступају у духу братства."},
    {"spanish",
     "Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están "
     "de razón y conciencia, deben comportarse fraternalmente los unos con los otros."},
    {"swedish",
     "Alla människor är födda fria och lika i värde och rättigheter. De är utrustade med förnuft "
     "och samvete och bör handla gentemot varandra i en anda av broderskap."},
    {"tamil",
     "மனிதப் பிறிவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்; அவர்கள் "
     "மதிப்பிலும் உரிமைகளிலும் சமமானவர்கள்."},
    {"turkish",
     "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana "
     "sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler."},
    {"yiddish",
     "יעדער מענטש װערט געבױרן פֿרײַ און גלײַך אין כּבֿוד און רעכט. "
     "יעדער װערט באַשאָנקן מיט פֿאַרשטאַנד און "
     "געװיסן."},
};

class Language : public ::testing::Test {
  void SetUp() override {
    if (!can_detect_language()) GTEST_SKIP() << "this build has no CLD2";
  }
};

TEST_F(Language, of_one_text_is_found_and_a_word_of_the_option) {
  const std::string words = std::string(" ") + find_option(Key::language)->words + " ";
  Strings without_text{"auto", "none", "mixed"};
  for (const auto &[language, text] : articles) {
    EXPECT_EQ(detected({text}), language);
    EXPECT_NE(words.find(" " + std::string(language) + " "), std::string::npos) << language;
    without_text.push_back(language);
  }
  for (std::size_t from = 1, to; (to = words.find(' ', from)) != std::string::npos; from = to + 1)
    EXPECT_NE(std::find(without_text.begin(), without_text.end(), words.substr(from, to - from)),
              without_text.end())
        << words.substr(from, to - from) << " is not tested";
}

TEST_F(Language, is_that_of_most_texts) {
  EXPECT_EQ(detected(repeated(english, 3) + repeated(german, 2)), "english");
  EXPECT_EQ(detected(repeated(english, 2) + repeated(german, 3)), "german");
  EXPECT_EQ(detected(repeated(english, 2) + repeated(chinese, 3)), "chinese");
  EXPECT_EQ(detected(repeated(russian, 3) + repeated(std::string(english) + english, 2)),
            "russian");
  EXPECT_EQ(detected(repeated(german, 2000) + repeated(english, 1500)), "german") << "a sample";
}

TEST_F(Language, without_a_word_in_the_option_is_none) {
  EXPECT_EQ(detected({polish}), "none");
  EXPECT_EQ(detected(repeated(polish, 3) + repeated(english, 2)), "none");
  EXPECT_EQ(detected(repeated(polish, 2) + repeated(english, 3)), "english");
}

TEST_F(Language, of_short_texts_is_that_of_all_of_them) {
  EXPECT_EQ(detected({"Der Hund", "Die Katze", "Das Haus", "Ein Garten", "Viele Bäume", "Im Wald",
                      "Auf der Straße", "Unter dem Dach"}),
            "german");
  EXPECT_EQ(detected({"Кошка", "Собака", "Дом", "Большой сад", "Дерево в лесу", "Улица"}),
            "russian");
  EXPECT_EQ(detected({"日本語"}), "none") << "or Chinese";
  EXPECT_EQ(detected({"猫はマットの上に座っています。"}), "japanese");
}

TEST_F(Language, of_what_is_no_language_is_none) {
  EXPECT_EQ(detected({}), "none");
  EXPECT_EQ(detected({"", " ", "\n"}), "none");
  EXPECT_EQ(detected({"xyzzy plugh"}), "none");
  EXPECT_EQ(detected({"12 345 67.89", "2024-01-01", "+++ --- ///"}), "none");
}

TEST_F(Language, does_not_depend_on_malformed_bytes) {
  const std::string broken = std::string("\xff\xc3 \x01\x1b\xed\xa0\x80 ") + german + "\xe2\x82";
  EXPECT_EQ(detected({broken}), "german");
  std::string noise;
  for (int i = 0; i < 4096; ++i) noise += static_cast<char>(i * 37 % 256);
  EXPECT_EQ(detected({noise, german}), "german");
  EXPECT_EQ(detected({std::string("\xef\xbf\xbe\xef\xb7\x90") + german, german}), "german")
      << "characters that are not for interchange";
}

TEST_F(Language, is_detected_before_words_are_counted) {
  Host host(2);
  Vectorizer vectorizer({.language = "auto"}, {}, host.memory);
  for (const char *text : {"Die Katze und der Hund", "Der Hund ist nicht in dem Haus"})
    vectorizer.add(text, host.run);
  const Vectorizer::Result result = vectorizer.finish(host.run);
  EXPECT_EQ(result.text->rules.language, "german");
  Strings names;
  for (Index j = 0; j < result.text->size(); ++j) names.emplace_back(result.text->name(j));
  EXPECT_EQ(names, (Strings{"haus", "hund", "katze"}));
}

TEST(LanguageWithout, is_refused_by_name) {
  if (can_detect_language()) GTEST_SKIP() << "this build has CLD2";
  Host host(1);
  expect_error(Status::feature, "CLD2", [&] { Vectorizer({.language = "auto"}, {}, host.memory); });
}

}  // namespace
}  // namespace manifact
