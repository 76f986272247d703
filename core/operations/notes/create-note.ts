import { DAY_MS } from "../../contracts/durations.ts";
import { ID_PREFIXES } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import type { Clock, Ids } from "../../ports.ts";
import type { Caller } from "../../records/accounts/caller.ts";
import type { NoteRecord } from "../../records/chats/chat-note.ts";
import { idempotencyRecord, readMadeId } from "../../records/idempotency.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { SomeWrites, Table } from "../../store/table.ts";
import { notRemoved } from "../access/request-instance-change.ts";
import type { FoundChat } from "../chats/find-chat.ts";
import { findNote } from "./read-notes.ts";

type Deps = { table: Table; clock: Clock; ids: Ids };

/**
 * The maximum number of attempts to change a chat's notes while other processes keep changing them. In practice, fewer
 * are needed.
 */
const TRIES = 8;

/**
 * Returns the note that an earlier request with the same Idempotency-Key created, or null if there was no such request.
 * @throws ApiError `conflict` if the note has been deleted since, or is in another chat.
 */
export async function replayNote(deps: Deps, { instance, chat }: FoundChat, key: string | null) {
  const id = await readMadeId(deps, instance.id, "note", key);
  if (id === null) return null;
  const first = await findNote(deps.table, chat, id, deps.clock.now());
  if (first === null) throw new ApiError("conflict", { message: GONE });
  return first;
}

/**
 * Adds a note to a chat, once per Idempotency-Key. The note has its own record, separate from the chat's, so chats
 * without notes cost nothing extra. docs/decisions/0217. @throws ApiError `instance_not_found` if the instance was
 * deleted in the meantime; `conflict`.
 */
export async function createNote(
  deps: Deps,
  { user_id, key_id }: Pick<Caller, "user_id" | "key_id">,
  found: FoundChat,
  { text, idempotency_key: key }: { text: string; idempotency_key: string | null },
): Promise<{ note: NoteRecord; replayed: boolean }> {
  const { instance, chat } = found;
  return retryOnChange({ tries: TRIES, atEnd: endUnavailable }, async ({ commit }) => {
    const first = await replayNote(deps, found, key);
    if (first) return { note: first, replayed: true };
    const now = deps.clock.now();
    const note: NoteRecord = {
      id: deps.ids.next(ID_PREFIXES.note, now),
      instance_id: instance.id,
      text,
      user_id,
      key_id,
      created_at: wireTime(now),
      edited_at: null,
      ttl: Math.ceil((now.getTime() + LIMITS.retentionDays * DAY_MS) / 1000),
    };
    const writes: SomeWrites = [
      { put: { ...keys.note(instance.id, chat.key, note.id), ...note }, if: [{ item: "absent" }] },
      { check: keys.instance(instance.id), if: notRemoved },
      ...(key === null ? [] : [idempotencyRecord(instance.id, "note", key, note.id, now)]),
    ];
    await commit(deps.table.transact(writes), () => requireThere(deps.table, found));
    return { note, replayed: false };
  });
}

async function requireThere(table: Table, { instance }: FoundChat): Promise<void> {
  const found = await table.get(keys.instance(instance.id));
  if (found?.removed_at !== null) throw new ApiError("instance_not_found");
}

const GONE =
  "The note that this Idempotency-Key created has been deleted, or is in another chat. Use a separate key for each note.";
