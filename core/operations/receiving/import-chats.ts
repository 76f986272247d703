import { afterImport, type ImportedChat } from "../../domain/chats/after-import.ts";
import { changedChat } from "../../domain/chats/chat-change.ts";
import { afterTimerSaid } from "../../domain/chats/chat-timer.ts";
import { shortName } from "../../domain/chats/short-name.ts";
import { phoneChat } from "../../domain/messages/chat-id.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import type { ChatFields } from "../../records/chats/chat-fields.ts";
import { groupRecords } from "../../records/chats/group.ts";
import { indexEntries } from "../../records/chats/index-entries.ts";
import { rememberTimer } from "../../records/chats/remembered-timer.ts";
import { checkFence, transactFenced } from "../../records/fence.ts";
import { findKeptOptOut } from "../../records/kept-opt-outs.ts";
import type { Owner } from "../../records/owner.ts";
import { type PersonRecord, personRecords } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import { type Claim, ConditionFailed, type Item, type Key, type Scalar } from "../../store/table.ts";
import { mergePairs } from "./merge-pairs.ts";
import type { MergeDeps } from "./merge-person.ts";

/** A group chat or a chat with a person. For a person, it includes what the history reveals about them. */
export type ChatToImport = ImportedChat & ({ kind: "group"; key: string } | PersonToImport);

interface PersonToImport {
  kind: "person";
  /** The person's phone number, or their private id while the number is hidden. */
  key: string;
  phone: string | null;
  private_id: string | null;
  chat_id: string;
  contact_name: string | null;
  /** The latest message found so far from the person, or null if there is no sign that they ever wrote. */
  last_in: { at: Date; network_id: string } | null;
  /** The earliest time at which the person is known to have written, or null. */
  first_in: Date | null;
  /**
   * The number of seconds after which the chat's messages disappear (0 if they don't), and when this was set. Null if
   * the history doesn't mention a timer.
   */
  timer: { sec: number; ms: number } | null;
}

/** The maximum number of chats per call. All of them are written in parallel. */
export const CHATS_AT_ONCE = 25;
/** The maximum number of attempts to change a contended chat. In practice, fewer are needed. */
const TRIES = 20;

/**
 * Records chats as the phone's history shows them: which people have ever written, their names, the unread, archived,
 * pinned and muted states, and the chats' places in the list. Never overwrites newer data, and skips data that is
 * already stored. Creates no events. docs/decisions/0075.
 * @param chats at most `CHATS_AT_ONCE`. @throws FenceLost
 */
export async function importChats(deps: MergeDeps, own: Owner, chats: ChatToImport[]): Promise<void> {
  if (chats.length === 0) return;
  await checkFence(deps.table, own.instance_id, own.fence);
  await mergeKnown(deps, own, chats);
  const places = new Map(chats.map((chat) => [placeOf(own, chat).sk, placeOf(own, chat)]));
  const found = new Map((await deps.table.getMany([...places.values()])).map((item) => [item.sk, item]));
  // If the same chat occurs twice, write its two entries sequentially.
  const byPlace = Map.groupBy(chats, (chat) => chat.key);
  await Promise.all(
    [...byPlace.values()].map(async (same) => {
      let known = found.get(same[0]?.key ?? "") ?? null;
      for (const chat of same) known = await importChat(deps, own, chat, known);
    }),
  );
}

/** Merges people stored under a private id whose phone number the history reveals. */
async function mergeKnown(deps: MergeDeps, own: Owner, chats: ChatToImport[]): Promise<void> {
  const pairs = chats.flatMap((chat) =>
    chat.kind === "person" && chat.phone !== null && chat.private_id !== null
      ? [{ phone: chat.phone, private_id: chat.private_id }]
      : [],
  );
  await mergePairs(deps, own, pairs);
}

/** Records a chat. @returns the chat's record afterwards. */
async function importChat(deps: MergeDeps, own: Owner, chat: ChatToImport, found: Item | null): Promise<Item | null> {
  let known = found;
  let place = placeOf(own, chat);
  return retryOnChange(TRIES, async ({ commit }) => {
    const phone = known?.merged_into;
    if (typeof phone === "string") {
      place = keys.person(own.instance_id, phone);
      known = await deps.table.get(place);
    }
    const change = await staysOut(deps, own, chat, known, changeOf(own, chat, known, place));
    if (!change) return known;
    if (chat.kind === "person" && change.set.name !== undefined && !(await isPhonesName(deps, own, chat, place.sk))) {
      return importChat(deps, own, { ...chat, name: null }, known);
    }
    // The write is refused if a message arrived in the meantime. The change is then decided again from the current
    // record.
    const after = await commit(deps.table.write(change), (refusal) => {
      if (refusal instanceof ConditionFailed) known = refusal.item;
    });
    if (change.set.timer_ms !== undefined) rememberTimer(deps.table, own, place.sk, personRecords.orNull(after) ?? {});
    if (chat.kind === "person" && change.set.last_in_at !== undefined) await requestRecheck(deps, own, place.sk, after);
    return after;
  });
}

/**
 * Adds an opt-out to a change to a person's record if the history contains a message from them and they had opted out
 * before their data was erased.
 */
async function staysOut<Change extends { set: Record<string, unknown> }>(
  { table, optOuts }: MergeDeps,
  { instance_id }: Owner,
  chat: ChatToImport,
  known: Item | null,
  change: Change | null,
): Promise<Change | null> {
  if (change === null || chat.kind !== "person" || change.set.last_in_at === undefined) return change;
  if (known?.last_in_at !== undefined || known?.opted_out_ms !== undefined) return change;
  const kept = await findKeptOptOut(table, optOuts, instance_id, [chat.key, chat.phone, chat.private_id]);
  return kept === null ? change : { ...change, set: { ...change.set, opted_out_ms: kept.opted_out_ms } };
}

/**
 * Other fields that must not have changed. They determine the chat's position in the lists or show that the chat was
 * merged into another.
 */
const DECIDING = [
  ...["last_id", "last_ms", "received", "waiting_since_ms", "handled_by", "hidden_ms", "merged_into"],
  ...["assignee", "closed_ms", "snoozed_ms"],
];

/**
 * Builds the write that changes a record, on the condition that the affected fields are unchanged. Returns null if
 * there is nothing to change.
 */
function changeOf(
  own: Owner,
  chat: ChatToImport,
  known: Item | null,
  { pk, sk }: Key,
): { update: Key; set: Record<string, unknown>; if: Claim[] } | null {
  const record: ChatFields = groupRecords.orNull(known) ?? {}; // a person's record includes a chat's fields
  const change = afterImport(record, chat);
  const facts = chat.kind === "person" ? personFields(chat, known ? personRecords.of(known) : null) : {};
  const fields: Record<string, unknown> = { ...facts, ...change.set };
  if (Object.keys(fields).length === 0) return null;
  const entries = indexEntries(own.instance_id, sk, changedChat(record, change));
  const asRead = [...new Set([...Object.keys(fields), ...DECIDING])].map((field): Claim => {
    const value = known?.[field];
    return value === undefined ? { field, is: "missing" } : { field, op: "=", value: value as Scalar }; // never a list
  });
  return { update: { pk, sk }, set: { ...fields, ...entries.set }, if: asRead };
}

/**
 * Marks the contact's name as saved by the phone, so the name is removed when another phone is linked. @returns false
 * if the contact already exists and its name didn't come from the phone, or was removed on the phone.
 */
async function isPhonesName(
  deps: LaneDeps,
  own: Owner,
  chat: PersonToImport & ImportedChat,
  person: string,
): Promise<boolean> {
  const whole = chat.name?.trim() ?? "";
  const contact = { ...(shortName(whole) !== whole && { name: whole }), saved_by: "phone" as const };
  try {
    await deps.table.write({ put: { ...keys.contact(own.instance_id, person), ...contact }, if: [{ item: "absent" }] });
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return error.item?.saved_by === "phone";
  }
}

function personFields(chat: PersonToImport, known: PersonRecord | null): Partial<PersonRecord> {
  const { phone, last_in, first_in, timer } = chat;
  const name = known?.contact_name ? null : shortName(chat.contact_name);
  const lastAt = last_in?.at.toISOString();
  const firstAt = first_in?.toISOString();
  const wrote = last_in && lastAt !== undefined && (known?.last_in_at === undefined || known.last_in_at < lastAt);
  const wroteFirst = firstAt !== undefined && (known?.first_in_at === undefined || known.first_in_at > firstAt);
  return {
    ...(known?.chat_id === undefined && { chat_id: phone === null ? chat.chat_id : phoneChat(phone) }),
    ...(phone !== null && !known?.phone && { phone }),
    ...(name !== null && { contact_name: name }),
    ...(wrote && { last_in_at: lastAt, last_in_id: last_in.network_id }),
    ...(wroteFirst && { first_in_at: firstAt }),
    ...(timer && afterTimerSaid(known ?? {}, timer)),
  };
}

/**
 * Makes the lane recheck its messages to a person. If the person turns out to have written before, waiting messages to
 * them become replies or messages to a known person.
 */
async function requestRecheck(deps: LaneDeps, own: Owner, person: string, record: Item | null): Promise<void> {
  if (Number(record?.waiting ?? 0) <= 0) return;
  const lane = instanceLane(own.instance_id);
  const now = deps.clock.now();
  const look = recheckRow(lane, deps.ids.next("look", now), now, { person });
  await transactFenced(deps.table, own.instance_id, own.fence, [look]);
  await ensureWake(deps, lane, now, null);
}

const placeOf = ({ instance_id }: Owner, { kind, key }: ChatToImport): Key =>
  kind === "group" ? keys.group(instance_id, key) : keys.person(instance_id, key);
