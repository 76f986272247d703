import { afterHandover } from "../../domain/chats/after-handover.ts";
import type { HandledBy } from "../../domain/chats/chat-fields.ts";
import type { Clock } from "../../ports.ts";
import { noteHandler } from "../../records/answers/chat-state.ts";
import { readChatOf } from "../../records/chats/chat-as-read.ts";
import { chatUpdate } from "../../records/chats/chat-update.ts";
import type { ChatPlace } from "../../records/chats/stored-chat.ts";
import { changedSign } from "../../records/chats/team-sign.ts";
import { isTheirsLast } from "../../records/chats/theirs-last.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import { hasWrites } from "../../store/some-writes.ts";
import type { Table } from "../../store/table.ts";

/**
 * How many times to attempt a change to a chat that other processes keep changing. In practice, far fewer attempts are
 * needed.
 */
const TRIES = 50;

/**
 * Sets a chat's handler. Null means that the chat has no handler. If the last message is from the person, they may be
 * listed as waiting. `team` silences the automations until the handler is changed again, and null turns them back on.
 * Spec: chats, `handled_by`; AI agent.
 */
export async function setHandler(
  { table, clock }: { table: Table; clock: Clock },
  { id, account_id, teamwork }: Pick<InstanceRecord, "id" | "account_id" | "teamwork">,
  { type, key }: ChatPlace,
  by: HandledBy | null,
): Promise<void> {
  return retryOnChange(TRIES, async ({ commit }) => {
    const chat = await readChatOf(table, id, { person: type === "person" ? key : null, chat_id: key });
    if (!chat?.record) return;
    // A manual choice is stored separately from the current handler, in the automations' records.
    const isPersons = chat.type === "person";
    const states = isPersons ? [noteHandler(id, chat.key, by === "team" ? by : null)] : [];
    const isSo = (chat.record.handled_by ?? null) === by;
    const isTheirs = !isSo && isPersons && (await isTheirsLast(table, account_id, chat.record));
    const shown = isSo ? [] : [chatUpdate(chat, afterHandover(chat.record, by, isTheirs))];
    const signs = teamwork && shown.length > 0 ? [changedSign(id, chat.key, clock.now())] : [];
    const writes = [...shown, ...states, ...signs];
    if (!hasWrites(writes)) return; // a group or channel that already has this handler
    await commit(table.transact(writes));
  });
}
