import type { AccountId, DraftId, InstanceId, MessageId } from "../contracts/ids.ts";
import { ID_PREFIXES, idPattern } from "../contracts/ids.ts";
import type { MessageContent } from "../domain/messages/message-content.ts";
import type { Clock } from "../ports.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Table } from "../store/table.ts";
import { readMadeId } from "./idempotency.ts";
import type { InstanceRecord } from "./instance.ts";

/** A message from an assistant that needs approval from someone on the team. Its content is stored like a message's. */
export interface DraftRecord {
  id: DraftId;
  account_id: AccountId;
  instance_id: InstanceId;
  /** The id of the API key that made the request. */
  key_id: string;
  /** The Idempotency-Key to send the message with. */
  idempotency_key: string;
  /** The digits of the recipient's phone number, or null if `chat_id` is set. */
  phone: string | null;
  chat_id: string | null;
  content: MessageContent;
  reply_to: MessageId | null;
  /** When to send the message (ISO, UTC), or null to send it as soon as it is released. */
  send_at: string | null;
  created_at: string;
  /** When the draft expires. From then on, it counts as deleted. */
  expires_at: string;
  /** When the record is deleted, in epoch seconds. */
  ttl: number;
}

/** The stored drafts, by account. */
export const draftRecords = recordsAt<DraftRecord, Parameters<typeof keys.draft>>(keys.draft);

const DRAFT_ID = idPattern(ID_PREFIXES.draft);

/** Reads a draft that can still be released or discarded. Returns null if there is no such draft. */
export async function readDraft(table: Table, account: AccountId, id: string, now: Date): Promise<DraftRecord | null> {
  if (!DRAFT_ID.test(id)) return null;
  const draft = await draftRecords.read(table, account, id);
  return draft && isWaiting(draft, now) ? draft : null;
}

/**
 * Whether a draft is still waiting for approval. An expired draft isn't, even though the table doesn't delete it until
 * days later.
 */
export const isWaiting = ({ expires_at }: Pick<DraftRecord, "expires_at">, now: Date): boolean =>
  Date.parse(expires_at) > now.getTime();

/**
 * Reads the draft that an earlier request with this key created, or returns null if there was no such request. `draft`
 * in the result is null if the draft has been deleted.
 */
export async function readMadeDraft(
  deps: { table: Table; clock: Clock },
  instance: Pick<InstanceRecord, "id" | "account_id">,
  idempotencyKey: string,
): Promise<{ id: DraftId; draft: DraftRecord | null } | null> {
  const id = await readMadeId(deps, instance.id, "draft", idempotencyKey);
  if (id === null) return null;
  return { id, draft: await readDraft(deps.table, instance.account_id, id, deps.clock.now()) };
}
