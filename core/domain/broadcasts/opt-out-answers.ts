import { optOutTexts } from "./opt-out-line.ts";

/** The replies to a person who opts out and to one who opts back in. */
interface OptOutAnswers {
  stopped: string;
  started: string;
}

const answers = (stopped: string, started: string): OptOutAnswers => ({ stopped, started });

const ENGLISH = answers(
  "You will get no more messages like this. Write {start} to get them again.",
  "You will get our messages again. Write {stop} to end them.",
);

/**
 * The replies in each language of `OPT_OUT_TEXTS`. They are in a file of their own because functions that prepare
 * broadcasts never send them.
 */
const ANSWERS: Readonly<Record<string, OptOutAnswers>> = {
  ar: answers(
    "لن تصلك مثل هذه الرسائل بعد الآن. للحصول عليها من جديد أرسل {start}.",
    "ستصلك رسائلنا من جديد. لإيقافها أرسل {stop}.",
  ),
  de: answers(
    "Du bekommst keine solchen Nachrichten mehr. Schreib {start}, um sie wieder zu bekommen.",
    "Du bekommst unsere Nachrichten wieder. Schreib {stop}, um sie zu beenden.",
  ),
  en: ENGLISH,
  es: answers(
    "No recibirás más mensajes como este. Escribe {start} para volver a recibirlos.",
    "Volverás a recibir nuestros mensajes. Escribe {stop} para dejar de recibirlos.",
  ),
  fa: answers(
    "دیگر چنین پیام‌هایی دریافت نمی‌کنید. برای دریافت دوباره بفرستید: {start}",
    "دوباره پیام‌های ما را دریافت می‌کنید. برای پایان دادن بفرستید: {stop}",
  ),
  fr: answers(
    "Vous ne recevrez plus de messages comme celui-ci. Écrivez {start} pour les recevoir à nouveau.",
    "Vous recevrez à nouveau nos messages. Écrivez {stop} pour ne plus les recevoir.",
  ),
  he: answers(
    "לא תקבלו עוד הודעות כאלה. כדי לקבל אותן שוב כתבו {start}.",
    "תקבלו שוב את ההודעות שלנו. להסרה כתבו {stop}.",
  ),
  hi: answers(
    "अब आपको ऐसे संदेश नहीं मिलेंगे। फिर से पाने के लिए {start} लिखें।",
    "अब आपको हमारे संदेश फिर से मिलेंगे। बंद करने के लिए {stop} लिखें।",
  ),
  id: answers(
    "Anda tidak akan menerima pesan seperti ini lagi. Tulis {start} untuk menerimanya kembali.",
    "Anda akan menerima pesan kami lagi. Tulis {stop} untuk menghentikannya.",
  ),
  it: answers(
    "Non riceverai più messaggi come questo. Scrivi {start} per riceverli di nuovo.",
    "Riceverai di nuovo i nostri messaggi. Scrivi {stop} per non riceverli più.",
  ),
  ja: answers(
    "今後このようなメッセージは届きません。再び受け取るには「{start}」と送ってください。",
    "メッセージの配信を再開します。停止するには「{stop}」と送ってください。",
  ),
  ko: answers(
    "이런 메시지를 더 이상 보내지 않습니다. 다시 받으려면 {start} 라고 보내 주세요.",
    "메시지를 다시 보내 드립니다. 받지 않으려면 {stop} 라고 보내 주세요.",
  ),
  ms: answers(
    "Anda tidak akan menerima mesej seperti ini lagi. Tulis {start} untuk menerimanya semula.",
    "Anda akan menerima mesej kami semula. Tulis {stop} untuk menghentikannya.",
  ),
  nl: answers(
    "Je krijgt zulke berichten niet meer. Schrijf {start} om ze weer te krijgen.",
    "Je krijgt onze berichten weer. Schrijf {stop} om ze te beëindigen.",
  ),
  pl: answers(
    "Nie będziesz już otrzymywać takich wiadomości. Napisz {start}, aby znów je otrzymywać.",
    "Znów będziesz otrzymywać nasze wiadomości. Napisz {stop}, aby je zakończyć.",
  ),
  pt: answers(
    "Você não receberá mais mensagens como esta. Escreva {start} para voltar a recebê-las.",
    "Você voltará a receber nossas mensagens. Escreva {stop} para não recebê-las mais.",
  ),
  ro: answers(
    "Nu vei mai primi astfel de mesaje. Scrie {start} pentru a le primi din nou.",
    "Vei primi din nou mesajele noastre. Scrie {stop} pentru a le opri.",
  ),
  ru: answers(
    "Вы больше не будете получать такие сообщения. Чтобы получать их снова, напишите {start}.",
    "Вы снова будете получать наши сообщения. Чтобы прекратить, напишите {stop}.",
  ),
  tr: answers(
    "Bu tür mesajları artık almayacaksınız. Yeniden almak için {start} yazın.",
    "Mesajlarımızı yeniden alacaksınız. Almamak için {stop} yazın.",
  ),
  uk: answers(
    "Ви більше не отримуватимете таких повідомлень. Щоб отримувати їх знову, напишіть {start}.",
    "Ви знову отримуватимете наші повідомлення. Щоб припинити, напишіть {stop}.",
  ),
  ur: answers(
    "اب آپ کو ایسے پیغامات نہیں ملیں گے۔ دوبارہ پانے کے لیے {start} لکھیں۔",
    "اب آپ کو ہمارے پیغامات دوبارہ ملیں گے۔ بند کرنے کے لیے {stop} لکھیں۔",
  ),
  vi: answers(
    "Bạn sẽ không nhận tin nhắn như thế này nữa. Viết {start} để nhận lại.",
    "Bạn sẽ lại nhận tin nhắn của chúng tôi. Viết {stop} để ngừng nhận.",
  ),
  zh: answers(
    "您将不再收到此类消息。如需重新接收，请回复“{start}”。",
    "您将重新收到我们的消息。如需停止，请回复“{stop}”。",
  ),
};

/** Returns the reply to a person who has just opted out or back in, falling back to English. */
export function optOutAnswer(language: string, word: "stopped" | "started"): string {
  const { stop, start } = optOutTexts(language);
  return (ANSWERS[language] ?? ENGLISH)[word].replace("{stop}", stop).replace("{start}", start);
}
