import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { CallRecord } from "../../records/call.ts";
import { callRecords } from "../../records/call.ts";
import { type EventRoute, eventRoute, eventWrites, wakeEndpoint } from "../../records/event.ts";
import { transactFenced } from "../../records/fence.ts";
import type { EventDeps } from "../../records/message-event.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Write } from "../../store/table.ts";

/** An instance's current owner, who records its calls. */
export interface CallOwner {
  account_id: AccountId;
  instance_id: InstanceId;
  fence: number;
}

/** A call as received from the network. */
export type IncomingCall = Pick<CallRecord, "id" | "chat_id" | "phone" | "from" | "is_video"> & { at: Date };

const KEPT_SEC = 86_400;

/**
 * Records a ringing call once and reports it. Spec: Events, `call.received`.
 * @param rejected whether the instance is about to decline the call. @throws FenceLost
 * @returns the call in its stored form.
 */
export async function recordCall(
  deps: EventDeps,
  owner: CallOwner,
  { at, ...call }: IncomingCall,
  rejected: boolean,
): Promise<CallRecord> {
  const place = keys.call(owner.instance_id, call.id);
  const now = deps.clock.now();
  const record: CallRecord = {
    ...call,
    instance_id: owner.instance_id,
    at: wireTime(at),
    state: "ringing",
    ttl: Math.floor(now.getTime() / 1000) + KEPT_SEC,
  };
  const put: Write = { put: { ...place, ...record }, if: [{ item: "absent" }] };
  const data = { ...shown(record), rejected };
  if (await tell(deps, owner, "call.received", data, put)) return record;
  return (await callRecords.read(deps.table, owner.instance_id, call.id)) ?? record;
}

/**
 * Records once that a call was declined, on any device, and reports it.
 * @returns false if the call was already over.
 * @throws FenceLost
 */
export async function recordRejection(deps: EventDeps, owner: CallOwner, callId: string): Promise<boolean> {
  const place = keys.call(owner.instance_id, callId);
  const call = await callRecords.read(deps.table, owner.instance_id, callId);
  if (call?.state !== "ringing") return false;
  const data = { ...shown(call), at: wireTime(deps.clock.now()) };
  return tell(deps, owner, "call.rejected", data, { update: place, set: { state: "rejected" }, if: RINGS });
}

/** Records that a call is over because it was missed or was answered on the phone. @throws FenceLost */
export async function recordCallEnd(deps: EventDeps, owner: CallOwner, callId: string): Promise<void> {
  const update: Write = { update: keys.call(owner.instance_id, callId), set: { state: "ended" }, if: RINGS };
  await isCommitted(transactFenced(deps.table, owner.instance_id, owner.fence, [update]));
}

const RINGS = [{ field: "state", op: "=", value: "ringing" } as const];

const shown = ({ id, instance_id, chat_id, phone, from, is_video, at }: CallRecord) => ({
  id,
  instance_id,
  chat_id,
  phone,
  from,
  is_video,
  at,
});

async function tell(
  deps: EventDeps,
  owner: CallOwner,
  type: "call.received" | "call.rejected",
  data: Record<string, unknown>,
  change: Write,
): Promise<boolean> {
  const { account_id, instance_id, fence } = owner;
  const route: EventRoute = await eventRoute(deps, account_id, instance_id);
  const writes = [change, ...eventWrites(deps, route, { account_id, instance_id, type, data }, deps.clock.now())];
  const isDone = await isCommitted(transactFenced(deps.table, instance_id, fence, writes));
  if (isDone) await wakeEndpoint(deps, route);
  return isDone;
}
