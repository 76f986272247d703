import type { AccountId, MessageId } from "../../contracts/ids.ts";
import type { LaneRow } from "../../lanes/lane.ts";
import { rowId } from "../../lanes/put-row.ts";
import { isCount, isId, isInstant, rowFault } from "../../lanes/row-fault.ts";
import { keys } from "../../store/keys.ts";
import { CHAT_QUEUES, lettersOf } from "../../store/lane-queues.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A row in a chat's lane: either a text waiting for its turn, or an agent to be tested. */
export interface TextRow extends LaneRow {
  account_id: AccountId;
  /** When the text was written, according to the network's clock (ISO, UTC). */
  written_at: string;
  /** When the previous message was written, in epoch ms. Absent if the text is the chat's first message. */
  before_ms?: number;
  /** When the pause requested by the provider ends (ISO, UTC). */
  rest_until?: string;
  /** How many answers to the turn that begins with this text were discarded. Absent means none. */
  throws?: number;
}

/** The rows in chats' lanes. A row may be invalid, so check it with `textFault` before using its fields. */
export const textRows = recordsAt<TextRow, Parameters<typeof keys.laneRow>>(keys.laneRow);

/** Returns the id of the message that a row is for. */
export const textRowMessage = ({ sk }: TextRow): MessageId => rowId(sk);

/** Returns why a row in a chat's lane can never be processed, or null if it is valid. */
export function textFault(row: TextRow, now: Date): string | null {
  const fault = rowFault(row, lettersOf(CHAT_QUEUES), now);
  if (fault !== null || row.sk.startsWith(`${CHAT_QUEUES.verify}#`)) return fault;
  if (!isId(rowId(row.sk))) return "it does not name a message";
  if (!isId(row.account_id)) return "it does not name an account";
  if (!isInstant(row.written_at)) return "written_at is not a time";
  if (row.before_ms !== undefined && !isCount(row.before_ms)) return "before_ms is not a time";
  if (row.throws !== undefined && !isCount(row.throws)) return "throws is not a number";
  return row.rest_until === undefined || isInstant(row.rest_until) ? null : "rest_until is not a time";
}
