import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { eventRoute, eventWrites, wakeEndpoint } from "../../records/event.ts";
import { transactFenced } from "../../records/fence.ts";
import type { EventDeps } from "../../records/message-event.ts";
import { keys } from "../../store/keys.ts";
import { TransactionRefused, type Write } from "../../store/table.ts";

/** A change in a group, as the event shows it; fields that are null or empty are left out. */
export interface GroupUpdate {
  /** The network's id of the notification: a repeat of the same change has the same one. */
  id: string;
  chat_id: string;
  /** `joined`, `left`: the instance itself; `join` … `demote`: participants; `updated`: name or settings. */
  change: "joined" | "left" | "join" | "leave" | "promote" | "demote" | "updated";
  participants: { id: string; role: string }[];
  subject: string | null;
  description: string | null;
  at: Date;
}

/** Notifications are stored with the network's message ids under this writer; no person has this name. */
const NOTIFICATION = "group";
const REMEMBERED_SEC = 7 * 86_400;

/**
 * Tells of a change in a group, once, however often the network does. An account that has not chosen these events has
 * nothing written. Spec: Events, `group.update`.
 * @throws FenceLost
 */
export async function recordGroupUpdate(
  deps: EventDeps,
  owner: { account_id: AccountId; instance_id: InstanceId; fence: number },
  update: GroupUpdate,
): Promise<void> {
  const { account_id, instance_id, fence } = owner;
  const route = await eventRoute(deps, account_id, instance_id);
  const { participants, subject, description } = update;
  const data = {
    instance_id,
    chat_id: update.chat_id,
    change: update.change,
    ...(participants.length > 0 && { participants }),
    ...(subject !== null && { subject }),
    ...(description !== null && { description }),
    at: wireTime(update.at),
  };
  const now = deps.clock.now();
  const told = eventWrites(deps, route, { account_id, instance_id, type: "group.update", data }, now);
  if (told.length === 0) return;
  const ttl = Math.floor(now.getTime() / 1000) + REMEMBERED_SEC;
  const once: Write = {
    put: { ...keys.networkId(instance_id, NOTIFICATION, update.id), ttl },
    if: [{ item: "absent" }],
  };
  try {
    await transactFenced(deps.table, instance_id, fence, [once, ...told]);
  } catch (error) {
    if (error instanceof TransactionRefused) return; // recorded before
    throw error;
  }
  await wakeEndpoint(deps, route);
}
