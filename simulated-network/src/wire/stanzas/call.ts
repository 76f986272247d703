import { children, node } from "../../format/nodes.ts";
import { decline } from "../../world/calls/ring.ts";
import { answer, type Incoming } from "../connection/incoming.ts";

/** Handles a linked device's action in a call. The device can only decline, because answered calls aren't simulated. */
export function handleCall(incoming: Incoming): void {
  const { world, transaction, owner, device, stanza } = incoming;
  const step = children(stanza)[0];
  const type = step?.tag ?? "none";
  answer(incoming, node("ack", { class: "call", id: stanza.attrs.id, type, from: stanza.attrs.to }));
  if (type !== "reject") {
    world.log("unknown_call_step", { type });
    return;
  }
  const call = transaction.store.calls.find(step?.attrs["call-id"] ?? "");
  const caller = call && transaction.store.people.byPhone(call.caller);
  if (call?.callee === owner.phone && caller) decline(world, transaction, call, caller, owner, device.device);
}
