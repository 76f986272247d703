import { DAY_MS } from "../../contracts/durations.ts";
import { type DraftId, ID_PREFIXES } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { CheckedSend } from "../../domain/messages/send-rules.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import type { Clock, Ids } from "../../ports.ts";
import { type DraftRecord, readMadeDraft } from "../../records/draft.ts";
import { idempotencyRecord } from "../../records/idempotency.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Condition, Table } from "../../store/table.ts";
import { notRemoved } from "../access/request-instance-change.ts";
import { readPlace } from "../messages/plan-acceptance.ts";
import { listDrafts } from "./list-drafts.ts";

/** How many times to retry if other requests create drafts, or delete the instance, between the read and the write. */
const TRIES = 8;

/** A checked message that a team member must release before it is sent. */
export interface DraftRequest extends Omit<CheckedSend, "upload" | "lying"> {
  instance: InstanceRecord;
  key_id: string;
  idempotency_key: string;
}

/** A draft and its id. The draft is null if it was released, was discarded or has expired. */
export interface KeptDraft {
  id: DraftId;
  draft: DraftRecord | null;
  /** Whether an earlier request with the same Idempotency-Key already created the draft. If so, nothing was written. */
  replayed: boolean;
}

/**
 * Stores a message until a team member releases it, once per Idempotency-Key. The draft, the record of its
 * Idempotency-Key, and its place among the account's drafts are written atomically.
 * @throws ApiError `chat_not_found` for a private id that has never sent a message; `backlog_full` if too many drafts
 * are waiting; `instance_not_found`; `unavailable` if concurrent requests win every retry.
 */
export async function keepDraft(
  deps: { table: Table; clock: Clock; ids: Ids },
  request: DraftRequest,
): Promise<KeptDraft> {
  const { instance, idempotency_key } = request;
  await readPlace(deps.table, request, deps.clock.now());
  const id = deps.ids.next(ID_PREFIXES.draft, deps.clock.now());
  return retryOnChange({ tries: TRIES, atEnd: endUnavailable }, async ({ commit }) => {
    const made = await readMadeDraft(deps, instance, idempotency_key);
    if (made) return { ...made, replayed: made.id !== id };
    const now = deps.clock.now();
    const draft = draftOf(request, id, now);
    // Read this record before counting the drafts, so that the write is refused if another draft is created in the
    // meantime.
    const place = await deps.table.get(keys.drafts(instance.account_id));
    await requireRoom(deps.table, instance, now);
    await commit(
      deps.table.transact([
        { put: { ...keys.draft(instance.account_id, id), ...draft }, if: [{ item: "absent" }] },
        idempotencyRecord(instance.id, "draft", idempotency_key, id, now),
        { update: keys.drafts(instance.account_id), add: { made: 1 }, if: asMade(place?.made) },
        { check: keys.instance(instance.id), if: notRemoved },
      ]),
      () => requireThere(deps.table, instance),
    );
    return { id, draft, replayed: false };
  });
}

function draftOf(request: DraftRequest, id: DraftId, now: Date): DraftRecord {
  const { instance, key_id, idempotency_key, to, chat_id, content, reply_to, send_at } = request;
  const expires = new Date(now.getTime() + LIMITS.draftDays * DAY_MS);
  return {
    id,
    account_id: instance.account_id,
    instance_id: instance.id,
    key_id,
    idempotency_key,
    phone: to,
    chat_id,
    content,
    reply_to,
    send_at: send_at?.toISOString() ?? null,
    created_at: wireTime(now),
    expires_at: wireTime(expires),
    ttl: Math.ceil(expires.getTime() / 1000),
  };
}

const asMade = (made: unknown): Condition => [
  typeof made === "number" ? { field: "made", op: "=", value: made } : { field: "made", is: "missing" },
];

async function requireRoom(table: Table, { account_id }: InstanceRecord, now: Date): Promise<void> {
  const waiting = await listDrafts(table, account_id, now);
  if (waiting.length < LIMITS.draftsMax) return;
  const message = `${LIMITS.draftsMax} drafts are already waiting for the team. Ask your user to release or discard some of them in the panel.`;
  throw new ApiError("backlog_full", { message });
}

async function requireThere(table: Table, { id }: InstanceRecord): Promise<void> {
  const found = await table.get(keys.instance(id));
  if (found?.removed_at !== null) throw new ApiError("instance_not_found");
}
