import type { AccountId, UserId } from "../../contracts/ids.ts";
import { afterTeamChange, caseBegan, type TeamChange } from "../../domain/chats/after-team-change.ts";
import type { ChatChange } from "../../domain/chats/chat-change.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { Caller } from "../../records/accounts/caller.ts";
import { chatUpdate, isChange } from "../../records/chats/chat-update.ts";
import type { ChatPlace, StoredChat } from "../../records/chats/stored-chat.ts";
import { changedSign, noteTeamwork } from "../../records/chats/team-sign.ts";
import { countingDay } from "../../records/day-counts.ts";
import { type EventDraft, eventWrites, routeKeys, routeOf, wakeEndpoint } from "../../records/event.ts";
import { closedWrites } from "../../records/figures.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { memberships } from "../../records/users/membership.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Item, SomeWrites, Table, Write } from "../../store/table.ts";
import { readChat } from "./find-chat.ts";
import { presentAssignee, shownChatId } from "./present-chat.ts";

/**
 * How many times to attempt a change to a chat that other processes keep changing. In practice, far fewer attempts are
 * needed.
 */
const TRIES = 50;

/** A chat change requested by the team, and its conditions. */
export interface AskedTeamChange extends TeamChange {
  /** The member that the chat must currently be assigned to. Null requires an unassigned chat. */
  if_assignee?: UserId | null;
  /**
   * The ID of the message that must still be the chat's last, so that nobody closes a chat containing a message they
   * haven't seen.
   */
  if_last_id?: string;
}

/**
 * Assigns, closes or snoozes a chat, and creates the events. If two people try to take the same unassigned chat at the
 * same time, only one of them gets it. Spec: chats, `assigned_to`, `closed_at`, `snoozed_until`; docs/decisions/0216.
 * @throws ApiError `conflict` if a condition isn't met, or `validation_failed` if the assignee can't be assigned chats.
 */
export async function changeForTeam(
  deps: LaneDeps,
  { instance, caller, place }: { instance: InstanceRecord; caller: Caller; place: ChatPlace },
  asked: AskedTeamChange,
): Promise<void> {
  return retryOnChange({ tries: TRIES, atEnd: endUnavailable }, async ({ commit }) => {
    const chat = await readChat(deps.table, instance.id, place);
    if (chat === null) throw new ApiError("chat_not_found");
    const now = deps.clock.now();
    requireAsAsked(chat, asked);
    const change = afterTeamChange(chat.record, asked, now);
    if (!isChange(change)) return;
    const items = await readBeside(deps.table, caller.account_id, chat, change);
    requireAssignable(items, caller.account_id, change.set.assignee);
    const route = routeOf(caller.account_id, instance.id, items);
    const drafts = draftsOf(caller, chat, change, { items, now });
    const writes: SomeWrites = [
      chatUpdate(chat, change),
      ...rowWrites(chat, change),
      changedSign(instance.id, chat.key, now),
      ...(await closedFigures(deps.table, caller, chat, change, now)),
      ...drafts.flatMap((draft) => eventWrites(deps, route, draft, now)),
    ];
    await noteTeamwork(deps.table, instance);
    await commit(deps.table.transact(writes));
    if (drafts.some(({ type }) => route.chosen.has(type))) await wakeEndpoint(deps, route);
  });
}

function requireAsAsked({ record }: StoredChat, { if_assignee, if_last_id }: AskedTeamChange): void {
  if (if_assignee !== undefined && (record.assignee ?? null) !== if_assignee)
    throw new ApiError("conflict", {
      message: "Someone else has changed who this chat is assigned to. Fetch the chat again.",
    });
  if (if_last_id !== undefined && record.last_id !== if_last_id)
    throw new ApiError("conflict", { message: "The chat has a newer message. Read it first." });
}

/** Reads the webhooks, and the members mentioned in the events. */
function readBeside(table: Table, account: AccountId, { instance_id, record }: StoredChat, { set }: ChatChange) {
  const users = new Set([record.assignee, set.assignee].filter((user) => user !== undefined));
  return table.getMany([
    ...routeKeys(account, instance_id),
    ...[...users].map((user) => keys.accountUser(account, user)),
  ]);
}

/** Checks that a chat can be assigned to this member. Viewers can't answer, so chats can't be assigned to them. */
function requireAssignable(items: Item[], account: AccountId, user: UserId | undefined): void {
  if (user === undefined) return;
  const role = memberships.among(items, account, user)?.role;
  if (role === "member" || role === "admin") return;
  const sentence = "No team member who can answer chats has this id.";
  throw new ApiError("validation_failed", { errors: { assigned_to: [sentence] } });
}

/** Builds the writes for the members' lists. A member's list has one row for each chat assigned to them. */
function rowWrites({ instance_id, key, record }: StoredChat, { set, remove }: ChatChange): Write[] {
  if (set.assignee === undefined && !remove.includes("assignee")) return [];
  return [
    ...(record.assignee === undefined ? [] : [{ delete: keys.assigned(instance_id, record.assignee, key) }]),
    ...(set.assignee === undefined ? [] : [{ put: { ...keys.assigned(instance_id, set.assignee, key) } }]),
  ];
}

/**
 * Records how long it took to close the chat. Nothing is counted if the person hasn't written since the chat was last
 * closed.
 */
async function closedFigures(
  table: Table,
  { user_id }: Caller,
  { instance_id, record }: StoredChat,
  { set }: ChatChange,
  now: Date,
): Promise<Write[]> {
  const firstIn = "first_in_at" in record ? record.first_in_at : undefined; // absent in groups and channels
  const began = set.closed_ms === undefined ? null : caseBegan(record, firstIn);
  if (began === null) return [];
  const day = await countingDay(table, instance_id, now);
  return closedWrites(instance_id, day, user_id, now.getTime() - began);
}

function draftsOf(
  { account_id, user_id, key_id }: Caller,
  chat: StoredChat,
  { set, remove }: ChatChange,
  { items, now }: { items: Item[]; now: Date },
): EventDraft[] {
  const shown = (id: UserId | undefined) => (id === undefined ? null : presentAssignee(items, account_id, id));
  const { assignee: before } = chat.record;
  const isMoved = set.assignee !== undefined || remove.includes("assignee");
  const instance_id = chat.instance_id;
  const assigned_to = shown(isMoved ? set.assignee : before);
  const same = { instance_id, chat_id: shownChatId(chat), assigned_to, user_id, key_id };
  const event = (type: EventDraft["type"], data: Record<string, unknown>) => ({ account_id, instance_id, type, data });
  const assigned = { ...same, was_assigned_to: shown(before), at: wireTime(now) };
  return [
    ...(isMoved ? [event("chat.assigned", assigned)] : []),
    ...(set.closed_ms === undefined ? [] : [event("chat.closed", { ...same, closed_at: wireTime(now) })]),
  ];
}
