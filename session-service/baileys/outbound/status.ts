import { proto } from "@whiskeysockets/baileys";
import type { MessageRecord } from "../../../core/records/message.ts";
import { STATUS_CHAT, type StatusRecord } from "../../../core/records/status.ts";
import type { Addressing } from "./addressing.ts";
import { encodeMessage } from "./encode-message.ts";
import { generate } from "./generate.ts";
import type { Outbound } from "./outbound.ts";

/** The default colors of a text status: background and text. */
const [BACKGROUND, LETTERS] = ["#128c7e", 0xffffffff];

/**
 * Encodes a status. Text gets its color and font; everything else is encoded as in a chat.
 * @throws CannotPrepare if the status can never be sent. After any other error, the call can be retried later.
 */
export async function encodeStatus(
  out: Outbound,
  addressing: Addressing,
  message: MessageRecord,
  look: Pick<StatusRecord, "background_color" | "font"> | null,
): Promise<Uint8Array> {
  const { content } = message;
  if (content?.kind !== "text") return encodeMessage(out, addressing, STATUS_CHAT, message, null);
  const backgroundColor = look?.background_color ?? BACKGROUND;
  const made = await generate(out, STATUS_CHAT, { text: content.text, linkPreview: null }, { backgroundColor });
  Object.assign(made.extendedTextMessage ?? {}, { textArgb: LETTERS, font: look?.font ?? 0 });
  return proto.Message.encode(made).finish();
}
