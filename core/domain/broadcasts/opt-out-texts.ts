/**
 * The opt-out texts in a single language: the line below a broadcast, the two words for opting out and in, and the
 * answers to those words.
 */
export interface OptOutTexts {
  /** The word that opts a person out of broadcasts, as spelled in the opt-out line. */
  stop: string;
  /** The word that opts a person back in. */
  start: string;
  /** The line appended to each message of a broadcast. `{stop}` is replaced by the opt-out word. */
  line: string;
  /** The replies to people who opt out and to people who opt back in. */
  stopped: string;
  started: string;
}

const texts = (stop: string, start: string, line: string, stopped: string, started: string): OptOutTexts => ({
  stop,
  start,
  line,
  stopped,
  started,
});

const [STOP, START] = ["STOP", "START"];

/**
 * The words in each language that permanently turn broadcasts off, or back on, when they make up the whole text. None
 * of them may be a word that people also use to order, answer or agree. `baja`, `sair`, `отмена` and `退订` are soft
 * words (`opt-out-words.ts`). "kabul" is not used, because it also means yes. Neither is "dừng" (Vietnamese for stop),
 * because without accents it looks like "đúng" (right).
 */
export const OPT_OUT_TEXTS: Readonly<Record<string, OptOutTexts>> = {
  ar: texts(
    "إلغاء الاشتراك",
    "اشتراك",
    "لإيقاف هذه الرسائل أرسل {stop}",
    "لن تصلك مثل هذه الرسائل بعد الآن. للحصول عليها من جديد أرسل {start}.",
    "ستصلك رسائلنا من جديد. لإيقافها أرسل {stop}.",
  ),
  de: texts(
    STOP,
    START,
    "Keine solchen Nachrichten mehr? Antworte mit {stop}.",
    "Du bekommst keine solchen Nachrichten mehr. Schreib {start}, um sie wieder zu bekommen.",
    "Du bekommst unsere Nachrichten wieder. Schreib {stop}, um sie zu beenden.",
  ),
  en: texts(
    STOP,
    START,
    "Reply {stop} to get no more messages like this.",
    "You will get no more messages like this. Write {start} to get them again.",
    "You will get our messages again. Write {stop} to end them.",
  ),
  es: texts(
    STOP,
    START,
    "Responde {stop} para no recibir más mensajes como este.",
    "No recibirás más mensajes como este. Escribe {start} para volver a recibirlos.",
    "Volverás a recibir nuestros mensajes. Escribe {stop} para dejar de recibirlos.",
  ),
  fa: texts(
    "لغو11",
    "عضویت",
    "برای دریافت نکردن این پیام‌ها بفرستید: {stop}",
    "دیگر چنین پیام‌هایی دریافت نمی‌کنید. برای دریافت دوباره بفرستید: {start}",
    "دوباره پیام‌های ما را دریافت می‌کنید. برای پایان دادن بفرستید: {stop}",
  ),
  fr: texts(
    STOP,
    START,
    "Répondez {stop} pour ne plus recevoir de messages comme celui-ci.",
    "Vous ne recevrez plus de messages comme celui-ci. Écrivez {start} pour les recevoir à nouveau.",
    "Vous recevrez à nouveau nos messages. Écrivez {stop} pour ne plus les recevoir.",
  ),
  he: texts(
    "הסר",
    "הצטרפות",
    "להסרה מהודעות כאלה השיבו {stop}",
    "לא תקבלו עוד הודעות כאלה. כדי לקבל אותן שוב כתבו {start}.",
    "תקבלו שוב את ההודעות שלנו. להסרה כתבו {stop}.",
  ),
  hi: texts(
    STOP,
    START,
    "ऐसे संदेश बंद करने के लिए {stop} लिखें।",
    "अब आपको ऐसे संदेश नहीं मिलेंगे। फिर से पाने के लिए {start} लिखें।",
    "अब आपको हमारे संदेश फिर से मिलेंगे। बंद करने के लिए {stop} लिखें।",
  ),
  id: texts(
    STOP,
    START,
    "Balas {stop} agar tidak menerima pesan seperti ini lagi.",
    "Anda tidak akan menerima pesan seperti ini lagi. Tulis {start} untuk menerimanya kembali.",
    "Anda akan menerima pesan kami lagi. Tulis {stop} untuk menghentikannya.",
  ),
  it: texts(
    STOP,
    START,
    "Rispondi {stop} per non ricevere più messaggi come questo.",
    "Non riceverai più messaggi come questo. Scrivi {start} per riceverli di nuovo.",
    "Riceverai di nuovo i nostri messaggi. Scrivi {stop} per non riceverli più.",
  ),
  ja: texts(
    "配信停止",
    "配信再開",
    "今後このようなメッセージが不要な場合は「{stop}」と返信してください。",
    "今後このようなメッセージは届きません。再び受け取るには「{start}」と送ってください。",
    "メッセージの配信を再開します。停止するには「{stop}」と送ってください。",
  ),
  ko: texts(
    "수신거부",
    "수신동의",
    "이런 메시지를 받지 않으려면 {stop} 라고 답장하세요.",
    "이런 메시지를 더 이상 보내지 않습니다. 다시 받으려면 {start} 라고 보내 주세요.",
    "메시지를 다시 보내 드립니다. 받지 않으려면 {stop} 라고 보내 주세요.",
  ),
  ms: texts(
    STOP,
    START,
    "Balas {stop} untuk tidak menerima mesej seperti ini lagi.",
    "Anda tidak akan menerima mesej seperti ini lagi. Tulis {start} untuk menerimanya semula.",
    "Anda akan menerima mesej kami semula. Tulis {stop} untuk menghentikannya.",
  ),
  nl: texts(
    STOP,
    START,
    "Antwoord {stop} om zulke berichten niet meer te krijgen.",
    "Je krijgt zulke berichten niet meer. Schrijf {start} om ze weer te krijgen.",
    "Je krijgt onze berichten weer. Schrijf {stop} om ze te beëindigen.",
  ),
  pl: texts(
    STOP,
    START,
    "Odpowiedz {stop}, aby nie otrzymywać takich wiadomości.",
    "Nie będziesz już otrzymywać takich wiadomości. Napisz {start}, aby znów je otrzymywać.",
    "Znów będziesz otrzymywać nasze wiadomości. Napisz {stop}, aby je zakończyć.",
  ),
  pt: texts(
    STOP,
    START,
    "Responda {stop} para não receber mais mensagens como esta.",
    "Você não receberá mais mensagens como esta. Escreva {start} para voltar a recebê-las.",
    "Você voltará a receber nossas mensagens. Escreva {stop} para não recebê-las mais.",
  ),
  ro: texts(
    STOP,
    START,
    "Răspunde {stop} pentru a nu mai primi astfel de mesaje.",
    "Nu vei mai primi astfel de mesaje. Scrie {start} pentru a le primi din nou.",
    "Vei primi din nou mesajele noastre. Scrie {stop} pentru a le opri.",
  ),
  ru: texts(
    "СТОП",
    "СТАРТ",
    "Чтобы больше не получать такие сообщения, ответьте {stop}.",
    "Вы больше не будете получать такие сообщения. Чтобы получать их снова, напишите {start}.",
    "Вы снова будете получать наши сообщения. Чтобы прекратить, напишите {stop}.",
  ),
  tr: texts(
    "RET",
    START,
    "Bu tür mesajları artık almamak için {stop} yazın.",
    "Bu tür mesajları artık almayacaksınız. Yeniden almak için {start} yazın.",
    "Mesajlarımızı yeniden alacaksınız. Almamak için {stop} yazın.",
  ),
  uk: texts(
    "СТОП",
    "СТАРТ",
    "Щоб більше не отримувати такі повідомлення, дайте відповідь {stop}.",
    "Ви більше не отримуватимете таких повідомлень. Щоб отримувати їх знову, напишіть {start}.",
    "Ви знову отримуватимете наші повідомлення. Щоб припинити, напишіть {stop}.",
  ),
  ur: texts(
    STOP,
    START,
    "ایسے پیغامات بند کرنے کے لیے {stop} لکھیں۔",
    "اب آپ کو ایسے پیغامات نہیں ملیں گے۔ دوبارہ پانے کے لیے {start} لکھیں۔",
    "اب آپ کو ہمارے پیغامات دوبارہ ملیں گے۔ بند کرنے کے لیے {stop} لکھیں۔",
  ),
  vi: texts(
    STOP,
    START,
    "Trả lời {stop} để không nhận tin nhắn như thế này nữa.",
    "Bạn sẽ không nhận tin nhắn như thế này nữa. Viết {start} để nhận lại.",
    "Bạn sẽ lại nhận tin nhắn của chúng tôi. Viết {stop} để ngừng nhận.",
  ),
  zh: texts(
    "拒收",
    "订阅",
    "如不想再收到此类消息，请回复“{stop}”。",
    "您将不再收到此类消息。如需重新接收，请回复“{start}”。",
    "您将重新收到我们的消息。如需停止，请回复“{stop}”。",
  ),
};
