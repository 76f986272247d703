/** The opt-out texts in a single language: the line below a broadcast, and the two words for opting out and in. */
export interface OptOutTexts {
  /** The word that opts a person out of broadcasts, as spelled in the opt-out line. */
  stop: string;
  /** The word that opts a person back in. */
  start: string;
  /** The line appended to each message of a broadcast. `{stop}` is replaced by the opt-out word. */
  line: string;
}

const texts = (stop: string, start: string, line: string): OptOutTexts => ({ stop, start, line });

const [STOP, START] = ["STOP", "START"];

/**
 * The words in each language that permanently turn broadcasts off, or back on, when they make up the whole text. None
 * of them may be a word that people also use to order, answer or agree. `baja`, `sair`, `отмена` and `退订` are soft
 * words (`opt-out-words.ts`). "kabul" is not used, because it also means yes. Neither is "dừng" (Vietnamese for stop),
 * because without accents it looks like "đúng" (right).
 */
export const OPT_OUT_TEXTS: Readonly<Record<string, OptOutTexts>> = {
  ar: texts("إلغاء الاشتراك", "اشتراك", "لإيقاف هذه الرسائل أرسل {stop}"),
  de: texts(STOP, START, "Keine solchen Nachrichten mehr? Antworte mit {stop}."),
  en: texts(STOP, START, "Reply {stop} to get no more messages like this."),
  es: texts(STOP, START, "Responde {stop} para no recibir más mensajes como este."),
  fa: texts("لغو11", "عضویت", "برای دریافت نکردن این پیام‌ها بفرستید: {stop}"),
  fr: texts(STOP, START, "Répondez {stop} pour ne plus recevoir de messages comme celui-ci."),
  he: texts("הסר", "הצטרפות", "להסרה מהודעות כאלה השיבו {stop}"),
  hi: texts(STOP, START, "ऐसे संदेश बंद करने के लिए {stop} लिखें।"),
  id: texts(STOP, START, "Balas {stop} agar tidak menerima pesan seperti ini lagi."),
  it: texts(STOP, START, "Rispondi {stop} per non ricevere più messaggi come questo."),
  ja: texts("配信停止", "配信再開", "今後このようなメッセージが不要な場合は「{stop}」と返信してください。"),
  ko: texts("수신거부", "수신동의", "이런 메시지를 받지 않으려면 {stop} 라고 답장하세요."),
  ms: texts(STOP, START, "Balas {stop} untuk tidak menerima mesej seperti ini lagi."),
  nl: texts(STOP, START, "Antwoord {stop} om zulke berichten niet meer te krijgen."),
  pl: texts(STOP, START, "Odpowiedz {stop}, aby nie otrzymywać takich wiadomości."),
  pt: texts(STOP, START, "Responda {stop} para não receber mais mensagens como esta."),
  ro: texts(STOP, START, "Răspunde {stop} pentru a nu mai primi astfel de mesaje."),
  ru: texts("СТОП", "СТАРТ", "Чтобы больше не получать такие сообщения, ответьте {stop}."),
  tr: texts("RET", START, "Bu tür mesajları artık almamak için {stop} yazın."),
  uk: texts("СТОП", "СТАРТ", "Щоб більше не отримувати такі повідомлення, дайте відповідь {stop}."),
  ur: texts(STOP, START, "ایسے پیغامات بند کرنے کے لیے {stop} لکھیں۔"),
  vi: texts(STOP, START, "Trả lời {stop} để không nhận tin nhắn như thế này nữa."),
  zh: texts("拒收", "订阅", "如不想再收到此类消息，请回复“{stop}”。"),
};
