import { HOUR_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { PhoneLabelOfChat } from "../../domain/chats/phone-label.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { chatLabelsOf, chatRecordKey, relabel, without } from "../../records/chats/chat-labels.ts";
import { isLive, readAllLabels } from "../../records/chats/label.ts";
import { labelChanges } from "../../records/chats/label-change.ts";
import { transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { readPerson } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { MirroredChat } from "../chats/mirror-chat.ts";
import { LABEL_TRIES } from "./read-label-list.ts";

/**
 * How long to keep a chat's label that the phone has not reported yet, since the phone reports labels and their chats
 * in any order. This value is a design choice: docs/decisions/0077.
 */
const WAITS_HOURS = 24;

/** Encodes text for use in a key. */
const inKey = (id: string) => encodeURIComponent(id);

/**
 * Applies a label that the phone added to or removed from a chat. If the label is unknown, the change waits until the
 * label is reported. If the label was deleted, nothing happens. If a conflicting change was made through the gateway
 * and has not reached the phone yet, the gateway's change wins. An unknown chat gets a record.
 * @throws FenceLost
 */
export async function mirrorChatLabel(
  deps: LaneDeps,
  own: Owner,
  chat: MirroredChat,
  { label, labeled }: PhoneLabelOfChat,
): Promise<void> {
  const { instance_id: instance } = own;
  const known = (await readAllLabels(deps.table, instance)).find(({ phone_id }) => phone_id === label);
  if (!known) {
    const ttl = Math.floor((deps.clock.now().getTime() + WAITS_HOURS * HOUR_MS) / 1000);
    const wait = { ...keys.labelWait(instance, inKey(label), chat.key), chat, labeled, ttl };
    return transactFenced(deps.table, instance, own.fence, [{ put: wait }]);
  }
  if (!isLive(known)) return;
  let isThere = true;
  return retryOnChange(LABEL_TRIES, async ({ commit }) => {
    if (!isThere) return;
    const key = chat.kind === "person" ? (await readPerson(deps.table, instance, chat.key)).person : chat.key;
    const record = chatLabelsOf(await deps.table.get(chatRecordKey(instance, key)));
    const ours = await labelChanges.read(deps.table, instance, key);
    if (ours?.labels.includes(known.id)) return;
    const had = record?.labels ?? [];
    if (had.includes(known.id) === labeled) return;
    if (labeled && had.length >= LIMITS.labelsOfChatMax) {
      return deps.log.warn(
        { instance_id: instance },
        "a label from the phone is left out, because its chat already has the maximum number of labels",
      );
    }
    const labels = labeled ? [...had, known.id].toSorted((a, b) => a - b) : without(had, [known.id]);
    const set = { phone_chat_id: chat.phone_chat_id, ...firstFields(chat, record ?? {}) };
    const writes = relabel(instance, key, record ?? {}, labels, { set, if: [{ field: "merged_into", is: "missing" }] });
    // The transaction is refused if the chat's labels changed or the label was deleted. In the latter case, there is
    // nothing left to add.
    await commit(transactFenced(deps.table, instance, own.fence, writes), async () => {
      const labels = await readAllLabels(deps.table, instance);
      isThere = labels.some((label) => label.id === known.id && isLive(label));
    });
  });
}

/** Returns the fields to add to a person's record if they are missing. */
function firstFields(chat: MirroredChat, record: Record<string, unknown>): Record<string, unknown> {
  if (chat.kind !== "person") return {};
  return {
    ...(record.chat_id === undefined && { chat_id: chat.chat_id }),
    ...(record.phone === undefined && chat.phone !== null && { phone: chat.phone }),
  };
}

/** Adds a label from the phone to the chats that were waiting for it. Can safely be repeated. @throws FenceLost */
export async function mirrorWaitingChats(deps: LaneDeps, own: Owner, label: string): Promise<void> {
  const { instance_id: instance } = own;
  const { pk, sk: prefix } = keys.labelWait(instance, inKey(label), "");
  const nowSec = deps.clock.now().getTime() / 1000;
  for (;;) {
    const { items, more } = await deps.table.query({ pk, prefix, limit: 50 });
    for (const item of items) {
      const { chat, labeled, ttl } = item as unknown as { chat: MirroredChat; labeled: boolean; ttl: number }; // above
      if (ttl > nowSec) await mirrorChatLabel(deps, own, chat, { label, labeled });
      await deps.table.write({ delete: { pk, sk: item.sk } });
    }
    if (!more) return;
  }
}
