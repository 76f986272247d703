import { proto } from "@whiskeysockets/baileys";
import { asSent } from "../inbound/bounds/foreign.ts";
import type { Stanza } from "../inbound/bounds/stanza.ts";
import { isOwn, type People } from "../inbound/people.ts";
import { type Notice, orderOf, partOf } from "./history-part.ts";

/**
 * Re-encodes the notice of a history part to import, and returns it with the part's position in the import order.
 * @returns null if the message isn't a notice, isn't from our own phone, or refers to a part that contains nothing for
 * us.
 */
export function historyNoticeIn(
  { key, content }: Stanza,
  people: People,
): { order: number; notice: Uint8Array } | null {
  const notice = content?.protocolMessage?.historySyncNotification;
  if (!notice || !key.fromMe || !isOwn(key.chat.party, people)) return null;
  const order = orderOf(notice);
  const encoded = proto.Message.HistorySyncNotification.encode(asSent<Notice>(notice)).finish();
  return order === null || !partOf(notice) ? null : { order, notice: encoded };
}
