/**
 * The numbers from 1 to 10 in the languages of the built-in texts (`opt-out-texts.ts`). Slashes separate different
 * words for the same number.
 */
const WORDS: Readonly<Record<string, string>> = {
  ar: "واحد/واحدة اثنان/اثنين ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة",
  de: "eins/eine zwei/zwo drei vier fünf sechs sieben acht neun zehn",
  en: "one two three four five six seven eight nine ten",
  es: "uno/una dos tres cuatro cinco seis siete ocho nueve diez",
  fa: "یک دو سه چهار پنج شش هفت هشت نه ده",
  fr: "un/une deux trois quatre cinq six sept huit neuf dix",
  he: "אחת/אחד שתיים/שניים שלוש/שלושה ארבע/ארבעה חמש/חמישה שש/שישה שבע/שבעה שמונה תשע/תשעה עשר/עשרה",
  hi: "एक दो तीन चार पांच/पाँच छह/छः सात आठ नौ दस",
  id: "satu dua tiga empat lima enam tujuh delapan sembilan sepuluh",
  it: "uno/una due tre quattro cinque sei sette otto nove dieci",
  ja: "一/いち 二/に 三/さん 四/よん 五/ご 六/ろく 七/なな 八/はち 九/きゅう 十/じゅう",
  ko: "일/하나 이/둘 삼/셋 사/넷 오/다섯 육/여섯 칠/일곱 팔/여덟 구/아홉 십/열",
  ms: "satu dua tiga empat lima enam tujuh lapan sembilan sepuluh",
  nl: "een/één twee drie vier vijf zes zeven acht negen tien",
  pl: "jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć",
  pt: "um/uma dois/duas três quatro cinco seis sete oito nove dez",
  ro: "unu/una doi/două trei patru cinci șase șapte opt nouă zece",
  ru: "один два три четыре пять шесть семь восемь девять десять",
  tr: "bir iki üç dört beş altı yedi sekiz dokuz on",
  uk: "один два три чотири п'ять шість сім вісім дев'ять десять",
  ur: "ایک دو تین چار پانچ چھ سات آٹھ نو دس",
  vi: "một hai ba bốn năm sáu bảy tám chín mười",
  zh: "一 二/两 三 四 五 六 七 八 九 十",
};

/** The languages with number words. */
export const NUMBER_LANGUAGES: readonly string[] = Object.keys(WORDS);

/** Returns a language's words for 1 to 10, in that order, or null if the language isn't in the table. */
export function numberWords(language: string): readonly (readonly string[])[] | null {
  if (!Object.hasOwn(WORDS, language)) return null;
  return (WORDS[language] ?? "").split(" ").map((words) => words.split("/"));
}
