import { createHash } from "node:crypto";
import type { proto } from "@whiskeysockets/baileys";
import { chatIdOf, personAddress } from "../../../format/addresses.ts";
import type { Past } from "../../../store/pasts-table.ts";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import { conversationMarks } from "../../settings/conversation-marks.ts";
import { historyMessage, pastMessage } from "./past-message.ts";
import { pastAddress, pastPerson } from "./past-person.ts";

const TOKEN_BYTES = 16;

/**
 * Returns a chat from a generated history with some of its messages, newest first, and the token needed to write to the
 * person.
 *
 * @param from the index of the first message; 0 is the newest message in the chat.
 */
export function pastConversation(
  transaction: Transaction,
  owner: Person,
  past: Past,
  chat: number,
  from: number,
  count: number,
): proto.IConversation {
  const person = pastPerson(owner, chat);
  const id = pastAddress(transaction, owner, person);
  const last = pastMessage(owner, past, chat, 0);
  const madeAt = Math.floor(past.madeAt / 1000);
  return {
    ...conversationMarks(transaction, owner, chatIdOf(person.phone)),
    id,
    pnJid: personAddress(person, "pn"),
    lidJid: personAddress(person, "lid"),
    conversationTimestamp: last.at,
    unreadCount: last.fromMe ? 0 : 1,
    tcToken: createHash("sha256").update(`token ${owner.phone} ${chat}`).digest().subarray(0, TOKEN_BYTES),
    tcTokenTimestamp: madeAt,
    tcTokenSenderTimestamp: madeAt,
    messages: Array.from({ length: count }, (_, at) =>
      historyMessage(id, person, pastMessage(owner, past, chat, from + at)),
    ),
  };
}
