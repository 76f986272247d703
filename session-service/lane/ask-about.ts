import type { MessageRecord } from "../../core/records/message.ts";
import type { SessionPort } from "../session-port.ts";

/**
 * Queries the network for everything that a message needs, starting with its address. @throws AnswerUnknown if the
 * network doesn't answer.
 * @throws CannotPrepare, NoDevice, and connection errors.
 */
export async function askAbout(session: SessionPort, message: MessageRecord): Promise<void> {
  const chat = message.network_chat ?? (await session.resolveChat(message.phone, message.chat_id));
  await session.askAbout(chat, message);
}
