/**
 * A menu's built-in words: the sentence sent when a text matches nothing (`{n}` is the number of choices), and the
 * words for "one list up".
 */
interface MenuWords {
  miss: string;
  back: readonly string[];
}

const OTHERWISE = "en";

/** The words in each language of the built-in texts (`opt-out-texts.ts`). */
const WORDS: Readonly<Record<string, MenuWords>> = {
  ar: { miss: "يرجى الرد برقم من 1 إلى {n}.", back: ["رجوع", "عودة"] },
  de: { miss: "Bitte antworte mit einer Zahl von 1 bis {n}.", back: ["zurück"] },
  en: { miss: "Please answer with a number from 1 to {n}.", back: ["back"] },
  es: { miss: "Responde con un número del 1 al {n}, por favor.", back: ["volver", "atrás"] },
  fa: { miss: "لطفاً با عددی از ۱ تا {n} پاسخ دهید.", back: ["بازگشت"] },
  fr: { miss: "Merci de répondre par un nombre de 1 à {n}.", back: ["retour"] },
  he: { miss: "נא להשיב במספר מ-1 עד {n}.", back: ["חזרה", "אחורה"] },
  hi: { miss: "कृपया 1 से {n} तक के किसी अंक से उत्तर दें।", back: ["वापस", "पीछे"] },
  id: { miss: "Silakan jawab dengan angka dari 1 sampai {n}.", back: ["kembali"] },
  it: { miss: "Rispondi con un numero da 1 a {n}, per favore.", back: ["indietro"] },
  ja: { miss: "1から{n}までの番号でお答えください。", back: ["戻る"] },
  ko: { miss: "1부터 {n}까지의 번호로 답해 주세요.", back: ["뒤로", "이전"] },
  ms: { miss: "Sila jawab dengan nombor dari 1 hingga {n}.", back: ["kembali"] },
  nl: { miss: "Antwoord met een getal van 1 tot en met {n}.", back: ["terug"] },
  pl: { miss: "Odpowiedz, podając liczbę od 1 do {n}.", back: ["wstecz", "powrót"] },
  pt: { miss: "Responda com um número de 1 a {n}, por favor.", back: ["voltar"] },
  ro: { miss: "Vă rugăm să răspundeți cu un număr de la 1 la {n}.", back: ["înapoi"] },
  ru: { miss: "Пожалуйста, ответьте числом от 1 до {n}.", back: ["назад"] },
  tr: { miss: "Lütfen 1 ile {n} arasında bir sayıyla yanıtlayın.", back: ["geri"] },
  uk: { miss: "Будь ласка, дайте відповідь числом від 1 до {n}.", back: ["назад"] },
  ur: { miss: "براہ کرم 1 سے {n} تک کے کسی نمبر سے جواب دیں۔", back: ["واپس"] },
  vi: { miss: "Vui lòng trả lời bằng một số từ 1 đến {n}.", back: ["quay lại"] },
  zh: { miss: "请回复1到{n}之间的数字。", back: ["返回"] },
};

/** The languages with menu words of their own. */
export const MENU_LANGUAGES: readonly string[] = Object.keys(WORDS);

const wordsOf = (language: string): MenuWords | undefined =>
  Object.hasOwn(WORDS, language) ? WORDS[language] : undefined;

/** Returns the sentence shown above a repeated list, falling back to English. */
export const missSentence = (language: string, choices: number): string =>
  (wordsOf(language) ?? wordsOf(OTHERWISE))?.miss.replace("{n}", String(choices)) ?? "";

/** Returns the words for "one list up", in the given language and in English. */
export const backWords = (language: string): readonly string[] => [
  ...(wordsOf(language)?.back ?? []),
  ...(wordsOf(OTHERWISE)?.back ?? []),
];
