// TeX in fields of BibTeX as plain text.
#include <array>
#include <cctype>
#include <string>
#include <utility>

#include "readers/literature.hpp"

namespace cli {
namespace {

struct Accent {
  std::string_view command;    // of TeX
  std::string_view letters;    // a letter, then the same with the accent
  std::string_view combining;  // the mark after other letters
};

constexpr std::array<Accent, 14> accents{
    {{"'", "AÁEÉIÍOÓUÚYÝCĆLĹNŃRŔSŚZŹGǴaáeéiíoóuúyýcćlĺnńrŕsśzźgǵ", "\u0301"},
     {"`", "AÀEÈIÌOÒUÙNǸaàeèiìoòuùnǹ", "\u0300"},
     {"^", "AÂEÊIÎOÔUÛCĈGĜHĤJĴSŜWŴYŶaâeêiîoôuûcĉgĝhĥjĵsŝwŵyŷ", "\u0302"},
     {"\"", "AÄEËIÏOÖUÜYŸaäeëiïoöuüyÿ", "\u0308"},
     {"~", "AÃNÑOÕIĨUŨaãnñoõiĩuũ", "\u0303"},
     {"=", "AĀEĒIĪOŌUŪaāeēiīoōuū", "\u0304"},
     {".", "CĊEĖGĠIİZŻcċeėgġzż", "\u0307"},
     {"u", "AĂEĔGĞIĬOŎUŬaăeĕgğiĭoŏuŭ", "\u0306"},
     {"v", "CČDĎEĚNŇRŘSŠTŤZŽLĽAǍcčdďeěnňrřsštťzžlľaǎiǐoǒuǔ", "\u030c"},
     {"H", "OŐUŰoőuű", "\u030b"},
     {"c", "CÇSŞTŢGĢKĶLĻNŅRŖcçsştţgģkķlļnņrŗeȩ", "\u0327"},
     {"k", "AĄEĘIĮUŲOǪaąeęiįuųoǫ", "\u0328"},
     {"r", "AÅUŮaåuů", "\u030a"},
     {"d", "AẠEẸOỌUỤaạeẹoọuụsṣtṭhḥ", "\u0323"}}};

constexpr std::array<std::pair<std::string_view, std::string_view>, 113> symbols{
    {{"ss", "ß"},
     {"ae", "æ"},
     {"AE", "Æ"},
     {"oe", "œ"},
     {"OE", "Œ"},
     {"aa", "å"},
     {"AA", "Å"},
     {"o", "ø"},
     {"O", "Ø"},
     {"l", "ł"},
     {"L", "Ł"},
     {"i", "i"},
     {"j", "j"},
     {"dh", "ð"},
     {"DH", "Ð"},
     {"th", "þ"},
     {"TH", "Þ"},
     {"dj", "đ"},
     {"DJ", "Đ"},
     {"ng", "ŋ"},
     {"NG", "Ŋ"},
     {"S", "§"},
     {"P", "¶"},
     {"pounds", "£"},
     {"copyright", "©"},
     {"euro", "€"},
     {"texteuro", "€"},
     {"dots", "…"},
     {"ldots", "…"},
     {"textellipsis", "…"},
     {"textendash", "–"},
     {"textemdash", "—"},
     {"textquoteleft", "‘"},
     {"textquoteright", "’"},
     {"textquotedblleft", "“"},
     {"textquotedblright", "”"},
     {"textquotesingle", "'"},
     {"textquotedbl", "\""},
     {"guillemotleft", "«"},
     {"guillemotright", "»"},
     {"textbackslash", "\\"},
     {"textasciitilde", "~"},
     {"textasciicircum", "^"},
     {"textunderscore", "_"},
     {"textbar", "|"},
     {"textless", "<"},
     {"textgreater", ">"},
     {"textbraceleft", "{"},
     {"textbraceright", "}"},
     {"textdollar", "$"},
     {"textdegree", "°"},
     {"degree", "°"},
     {"textregistered", "®"},
     {"texttrademark", "™"},
     {"textmu", "µ"},
     {"textpm", "±"},
     {"textcelsius", "℃"},
     {"TeX", "TeX"},
     {"LaTeX", "LaTeX"},
     {"BibTeX", "BibTeX"},
     {"alpha", "α"},
     {"beta", "β"},
     {"gamma", "γ"},
     {"delta", "δ"},
     {"epsilon", "ε"},
     {"varepsilon", "ε"},
     {"zeta", "ζ"},
     {"eta", "η"},
     {"theta", "θ"},
     {"vartheta", "θ"},
     {"iota", "ι"},
     {"kappa", "κ"},
     {"lambda", "λ"},
     {"mu", "μ"},
     {"nu", "ν"},
     {"xi", "ξ"},
     {"pi", "π"},
     {"rho", "ρ"},
     {"sigma", "σ"},
     {"tau", "τ"},
     {"upsilon", "υ"},
     {"phi", "φ"},
     {"varphi", "φ"},
     {"chi", "χ"},
     {"psi", "ψ"},
     {"omega", "ω"},
     {"Gamma", "Γ"},
     {"Delta", "Δ"},
     {"Theta", "Θ"},
     {"Lambda", "Λ"},
     {"Xi", "Ξ"},
     {"Pi", "Π"},
     {"Sigma", "Σ"},
     {"Phi", "Φ"},
     {"Psi", "Ψ"},
     {"Omega", "Ω"},
     {"ell", "ℓ"},
     {"hbar", "ℏ"},
     {"infty", "∞"},
     {"pm", "±"},
     {"times", "×"},
     {"cdot", "·"},
     {"sim", "~"},
     {"approx", "≈"},
     {"leq", "≤"},
     {"le", "≤"},
     {"geq", "≥"},
     {"ge", "≥"},
     {"neq", "≠"},
     {"to", "→"},
     {"rightarrow", "→"},
     {"odot", "⊙"},
     {"sun", "☉"}}};

bool is_of_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class PlainTex {
 public:
  explicit PlainTex(std::string_view tex) : tex_(tex) {}

  std::string read() {
    while (at_ < tex_.size()) step();
    while (!text_.empty() && is_space(text_.back())) text_.pop_back();
    return std::move(text_);
  }

 private:
  void step() {
    const char c = tex_[at_];
    if (c == '\\') return command();
    ++at_;
    if (c == '{' || c == '}') return;
    if (c == '$') {
      in_formula_ = !in_formula_;
    } else if (is_space(c) || c == '~') {
      blank();
    } else if (c == '-' && take("--")) {
      text_ += "—";
    } else if (c == '-' && take("-")) {
      text_ += "–";
    } else if (c == '`' && take("`")) {
      text_ += "“";
    } else if (c == '\'' && take("'")) {
      text_ += "”";
    } else if (!in_formula_ || (c != '_' && c != '^')) {
      text_ += c;
    }
  }

  void blank() {
    if (!text_.empty() && text_.back() != ' ') text_ += ' ';
  }

  bool take(std::string_view next) {
    if (!tex_.substr(at_).starts_with(next)) return false;
    at_ += next.size();
    return true;
  }

  void skip_blanks() {
    while (at_ < tex_.size() && is_space(tex_[at_])) ++at_;
  }

  void command() {
    if (++at_ == tex_.size()) return;
    const std::size_t begin = at_;
    while (at_ < tex_.size() && is_of_name(tex_[at_])) ++at_;
    const bool is_word = at_ > begin;
    if (!is_word) ++at_;
    const std::string_view name = tex_.substr(begin, at_ - begin);
    for (const Accent &accent : accents)
      if (accent.command == name && (!is_word || is_argument())) return accented(accent);
    if (!is_word) return character(name[0]);
    word(name);
  }

  // Not a letter of a longer text: "\c{c}" and "\c c".
  bool is_argument() const {
    return at_ < tex_.size() && (tex_[at_] == '{' || is_space(tex_[at_]) || tex_[at_] == '\\');
  }

  void character(char c) {
    if (std::string_view("&%$#_{}").find(c) != std::string_view::npos) {
      text_ += c;
    } else if (is_space(c) || c == ',' || c == ';' || c == ':' || c == '\\') {
      blank();
    } else if (static_cast<unsigned char>(c) >= 0x80 || c == '@') {
      text_ += c;
    }
  }

  // Without the text of what is only for a typesetter. Of others the arguments are text.
  void word(std::string_view name) {
    skip_blanks();
    for (const auto &[command, symbol] : symbols) {
      if (command != name) continue;
      text_ += symbol;
      take("{}");
      return;
    }
    for (const std::string_view reference : {"cite", "citep", "citet", "ref", "label", "vspace"})
      if (name == reference) argument();
  }

  // The next group or character.
  std::string_view argument() {
    skip_blanks();
    if (at_ == tex_.size()) return "";
    const std::size_t begin = at_;
    if (tex_[at_] == '{') {
      int depth = 0;
      do {
        if (tex_[at_] == '{') ++depth;
        if (tex_[at_] == '}') --depth;
        ++at_;
      } while (at_ < tex_.size() && depth > 0);
      return tex_.substr(begin, at_ - begin);
    }
    ++at_;
    if (tex_[begin] == '\\') {
      const std::size_t name = at_;
      while (at_ < tex_.size() && is_of_name(tex_[at_])) ++at_;
      if (at_ == name && at_ < tex_.size()) ++at_;  // another accent, with its own argument
      if (tex_[begin + 1] < 'A') argument();
      return tex_.substr(begin, at_ - begin);
    }
    while (at_ < tex_.size() && (static_cast<unsigned char>(tex_[at_]) & 0xc0) == 0x80) ++at_;
    return tex_.substr(begin, at_ - begin);
  }

  void accented(const Accent &accent) {
    if (depth_ > 8) return;
    PlainTex inner(argument());
    inner.depth_ = depth_ + 1;
    const std::string base = inner.read();
    if (base.empty()) {
      // "\~{}" is the character.
      if (accent.command == "~" || accent.command == "^") text_ += accent.command;
      return;
    }
    for (std::size_t i = 0; i < accent.letters.size(); ++i) {
      if (accent.letters[i] != base[0] || static_cast<unsigned char>(base[0]) >= 0x80) continue;
      std::size_t end = i + 1;
      while (end < accent.letters.size() && static_cast<unsigned char>(accent.letters[end]) >= 0x80)
        ++end;
      text_ += accent.letters.substr(i + 1, end - i - 1);
      text_ += base.substr(1);
      return;
    }
    std::size_t first = 1;
    while (first < base.size() && (static_cast<unsigned char>(base[first]) & 0xc0) == 0x80) ++first;
    text_ += base.substr(0, first);
    text_ += accent.combining;
    text_ += base.substr(first);
  }

  std::string_view tex_;
  std::size_t at_ = 0;
  std::string text_;
  bool in_formula_ = false;
  int depth_ = 0;
};

}  // namespace

std::string plain_tex(std::string_view tex) {
  std::string text = PlainTex(tex).read();
  // A name that only TeX knows, such as the \apj of journals.
  if (text.empty() && tex.find('\\') != std::string_view::npos)
    for (const char c : tex)
      if (is_of_name(c)) text += c;
  return text;
}

}  // namespace cli
