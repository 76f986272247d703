import { OPT_OUT_TEXTS } from "./opt-out-texts.ts";

/** Words that mean the same in every language and have no other meaning. */
const STOP_WORDS = ["stop", "stopall", "unsubscribe", "optout", "opt out"];
const START_WORDS = ["start", "unstop"];

/**
 * Words that people also use to cancel an order or to end a menu or a conversation. They count only right after a
 * broadcast message.
 */
const SOFT_WORDS = [
  ...["cancel", "end", "quit", "remove me", "no more", "stop it", "stop this", "please stop", "stop please"],
  ...["stopp", "abmelden", "abbestellen", "aufhören", "ende", "austragen"],
  ...["baja", "dar de baja", "darme de baja", "cancelar", "parar", "fin", "alto", "basta"],
  ...["sair", "pare", "parem", "descadastrar", "remover"],
  ...["arrêt", "arrêter", "arrêtez", "désabonner", "me désabonner", "désinscription"],
  ...["cancella", "cancellami", "annulla", "disiscrivi"],
  ...["afmelden", "uitschrijven", "stopzetten", "einde"],
  ...["wypisz", "rezygnuję", "rezygnacja", "koniec", "anuluj"],
  ...["dezabonare", "oprește", "anulare"],
  ...["отмена", "отписаться", "отпишите", "прекратить"],
  ...["скасувати", "відписатися", "відписатись", "припинити"],
  ...["dur", "iptal", "durdur", "çıkış", "istemiyorum"],
  ...["توقف", "إيقاف", "إلغاء"],
  ...["لغو", "انصراف"],
  ...["בטל", "הסרה", "הסירו אותי", "עצור"],
  ...["बंद", "बंद करें", "बंद करो", "रोकें"],
  ...["بند", "بند کریں", "منسوخ"],
  ...["berhenti", "hentikan", "batal", "keluar", "unreg", "tamat"],
  ...["hủy đăng ký", "ngừng", "từ chối"],
  ...["停止", "解除", "不要", "キャンセル", "やめて"],
  ...["거부", "그만", "중지", "취소", "해지"],
  ...["退订", "退訂", "td", "取消", "停", "停止发送"],
];

/**
 * Matches accents and vowel points. In other scripts, such marks are letters: "रुको" means wait, but "रोकें" means
 * stop.
 */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/gu;
/** Matches punctuation, symbols, emoji, and invisible characters. */
const DECORATION = /[\p{P}\p{S}\p{Cf}\p{Cc}]|[\ufe0e-\ufe0f]/gu;
/** Letters that look alike in two alphabets, or differ only by a dot. */
const SAME_LETTERS: [RegExp, string][] = [
  [/ي|ى/gu, "ی"],
  [/ك/gu, "ک"],
  [/ı/gu, "i"],
  [/ł/gu, "l"],
];
/** No opt-out word is this long, so longer texts aren't checked. */
const WORD_CHARS = 60;

/** Normalizes text for comparing words: removes case, accents, punctuation and emoji, and collapses spaces. */
function plainText(text: string): string {
  const folded = text.normalize("NFKC").replace(/\s+/gu, " ").toLowerCase().normalize("NFKD");
  const bare = folded
    .replace(ACCENTS, "")
    .replace(DECORATION, "")
    .replace(/\p{Nd}/gu, digitOf);
  return SAME_LETTERS.reduce((plain, [letter, same]) => plain.replace(letter, same), bare)
    .normalize("NFC")
    .replace(/ +/gu, " ")
    .trim();
}

/**
 * Returns the value of a digit in any script. A script's ten digits are consecutive, and the code point of its zero is
 * a multiple of sixteen or halfway between two multiples.
 */
function digitOf(digit: string): string {
  let zero = digit.codePointAt(0) ?? 0;
  const code = zero;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

const plainSet = (words: string[]): ReadonlySet<string> => new Set(words.map(plainText));
const OWN = Object.values(OPT_OUT_TEXTS);
const HARD_STOPS = plainSet([...STOP_WORDS, ...OWN.map(({ stop }) => stop)]);
const SOFT_STOPS = plainSet(SOFT_WORDS);
const STARTS = plainSet([...START_WORDS, ...OWN.map(({ start }) => start)]);

/** The kinds of words that opt a person out or in. Soft words count only right after a broadcast message. */
export type OptOutWord = "stop" | "soft_stop" | "start";

/**
 * Returns the kind of opt-out word that makes up the whole text, or null if the text isn't an opt-out word. Spec:
 * Broadcasts, STOP words.
 */
export function optOutWord(text: string | null): OptOutWord | null {
  if (text === null || text.length > WORD_CHARS) return null;
  const plain = plainText(text);
  if (HARD_STOPS.has(plain)) return "stop";
  if (STARTS.has(plain)) return "start";
  return SOFT_STOPS.has(plain) ? "soft_stop" : null;
}
