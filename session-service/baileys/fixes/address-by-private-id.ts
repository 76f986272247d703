import type { WASocket } from "@whiskeysockets/baileys";
import { phoneChat } from "../../../core/domain/messages/chat-id.ts";
import { knownAnswer } from "../shared/known-answer.ts";
import { parseParty, withoutDevice } from "../shared/network-ids.ts";

/**
 * Resolves a chat to the recipient's private id, falling back to the phone id if no private id is known. The network
 * refuses a message to a phone id whose private id is known (463). Group, channel and private-id addresses are returned
 * unchanged.
 * @throws AnswerUnknown if the network doesn't respond.
 */
export async function addressByPrivateId(sock: WASocket, chat: string, monotonicMs: () => number): Promise<string> {
  const party = parseParty(chat);
  if (party.kind !== "phone") return chat;
  const openChat = phoneChat(party.phone);
  const privateId = await knownAnswer("the private id of a phone", monotonicMs, () =>
    sock.signalRepository.lidMapping.getLIDForPN(openChat),
  );
  return privateId === null ? openChat : withoutDevice(privateId);
}
