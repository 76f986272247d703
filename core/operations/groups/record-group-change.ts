import { afterGroupFact } from "../../domain/groups/after-group-fact.ts";
import type { GroupFact } from "../../domain/groups/group.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { groupWrites, isSeen, knownGroup, readStoredGroup } from "../../records/chats/stored-group.ts";
import { type EventRoute, eventRoute, eventWrites, wakeEndpoint } from "../../records/event.ts";
import type { EventDeps } from "../../records/message-event.ts";
import type { Owner } from "../../records/owner.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Write } from "../../store/table.ts";
import { commitGroup, GROUP_RETRIES } from "./commit-group.ts";

/** A change as reported to customers, without fields that are null or empty. Spec: Events, `group.update`. */
export interface GroupEvent {
  /**
   * The kind of change. `joined` and `left` concern the instance itself, `join` to `demote` concern participants, and
   * `updated` concerns the name, settings or picture.
   */
  change: "joined" | "left" | "join" | "leave" | "promote" | "demote" | "updated";
  participants: { id: string; role: string | null }[];
  subject: string | null;
  description: string | null;
}

/** A group change from a network notification. */
export interface ReportedGroupChange {
  /** The network's id for the notification. A repeated notification has the same id. */
  id: string;
  group: string;
  at: Date;
  /** The change to store, or null if the notification contains nothing new. */
  fact: GroupFact | null;
  /**
   * The events, in order. If a person changes their number, there are two events, because one number leaves and another
   * joins.
   */
  events: GroupEvent[];
}

/**
 * The placeholder for the author of notifications, which are stored among the network's message IDs. The placeholder
 * can't be mistaken for a person's key.
 */
const NOTIFICATION = "group";
const REMEMBERED_SEC = 7 * 86_400;

/**
 * Stores a group change and reports it exactly once, no matter how often the network repeats it. If the account hasn't
 * subscribed to these events, only stores the group's new data. Spec: Events, `group.update`. docs/decisions/0081.
 * @throws FenceLost
 */
export async function recordGroupChange(deps: EventDeps, own: Owner, change: ReportedGroupChange): Promise<void> {
  const { account_id, instance_id } = own;
  const told = keys.networkId(instance_id, NOTIFICATION, change.id);
  return retryOnChange(GROUP_RETRIES, async ({ again }) => {
    const stored = await readStoredGroup(deps.table, instance_id, change.group);
    if (isSeen(stored, change.id)) return;
    const route = await eventRoute(deps, account_id, instance_id);
    const isReported = change.events.length > 0 && route.chosen.has("group.update");
    if (isReported && (await deps.table.get(told)) !== null) return;
    const after = change.fact && afterGroupFact(knownGroup(stored), change.fact, change.at);
    const writes = after ? groupWrites(stored, after, change.id) : NOTHING;
    const more = isReported ? tellWrites(deps, own, route, change) : [];
    if (!(await commitGroup(deps.table, own, writes, more))) return again();
    if (isReported) await wakeEndpoint(deps, route);
  });
}

const NOTHING = { place: [], first: [], together: [], last: [] };

/** Builds the writes that create the events and record that they were created. */
function tellWrites(
  deps: EventDeps,
  own: Owner,
  route: EventRoute,
  { id, group, at, events }: ReportedGroupChange,
): Write[] {
  const { account_id, instance_id } = own;
  const now = deps.clock.now();
  const ttl = Math.floor(now.getTime() / 1000) + REMEMBERED_SEC;
  const once: Write = { put: { ...keys.networkId(instance_id, NOTIFICATION, id), ttl }, if: [{ item: "absent" }] };
  const drafts = events.map(({ change, participants, subject, description }) => ({
    instance_id,
    chat_id: group,
    change,
    ...(participants.length > 0 && { participants }),
    ...(subject !== null && { subject }),
    ...(description !== null && { description }),
    at: wireTime(at),
  }));
  const type = "group.update";
  return [once, ...drafts.flatMap((data) => eventWrites(deps, route, { account_id, instance_id, type, data }, now))];
}
