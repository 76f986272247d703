import { MINUTE_MS } from "../../core/contracts/durations.ts";
import { recordCall, recordCallEnd, recordRejection } from "../../core/operations/instances/record-call.ts";
import type { InstanceRecord } from "../../core/records/instance.ts";
import { keys } from "../../core/store/keys.ts";
import { findPerson, peopleOf } from "../baileys/inbound/people.ts";
import type { ReadCall } from "../baileys/inbound/read-call.ts";
import { parseParty } from "../baileys/shared/network-ids.ts";
import type { NumberSide } from "../baileys/socket/number-side.ts";
import type { InboxContext } from "./inbox-context.ts";

/** How long a call rings: about a minute. A call that arrived longer ago than that is over. */
const RINGS_MS = MINUTE_MS;

/**
 * Stores a step of a call, and declines the call if the instance declines calls. @throws FenceLost
 * @param decline starts declining the call without waiting for the result, because the network may never respond.
 */
export async function storeCall(
  { deps, owner, store }: InboxContext,
  call: ReadCall,
  decline: (call: { id: string; from: string }) => void,
): Promise<void> {
  if (call.step === "reject") {
    await recordRejection(deps, owner, call.id);
    return;
  }
  if (call.step === "over") return recordCallEnd(deps, owner, call.id);
  const now = deps.clock.now();
  const at = call.at ?? now;
  const instance = await deps.table.get(keys.instance(owner.instance_id));
  const { reject_calls } = (instance ?? {}) as Partial<InstanceRecord>; // an instance row
  const declines = reject_calls === true && now.getTime() - at.getTime() < RINGS_MS;
  const person = await findPerson(parseParty(call.from), parseParty(call.fromPhone ?? ""), peopleOf(store));
  const kept = await recordCall(
    deps,
    owner,
    {
      id: call.id,
      chat_id: call.group ?? person?.chat ?? call.from,
      phone: person?.phone ?? null,
      from: call.from,
      is_video: call.isVideo,
      at,
    },
    declines,
  );
  // A repeated call may still be ringing because the task that should have declined it died.
  if (declines && kept.state === "ringing") decline(kept);
}

/** Declines a call and records it. @throws FenceLost, and the network's refusal. */
export async function declineCall(
  { deps, owner }: Pick<InboxContext, "deps" | "owner">,
  network: NumberSide,
  { id, from }: { id: string; from: string },
): Promise<void> {
  await network.rejectCall(id, from);
  await recordRejection(deps, owner, id);
}
