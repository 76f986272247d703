import { randomUUID } from "node:crypto";
import { post } from "../../delivery/post.ts";
import { type AddressForm, personAddress } from "../../format/addresses.ts";
import { node, seconds } from "../../format/nodes.ts";
import type { Call } from "../../store/calls-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { World } from "../world.ts";

/** The call events that devices are notified about. */
export type CallStep = "offer" | "terminate" | "timeout" | "reject";

/** Notifies the linked devices on one side of a call about what someone did in the call. */
export function tellDevices(
  world: World,
  transaction: Transaction,
  call: Call,
  step: CallStep,
  who: Person,
  listener: Person,
  but: number | null = null,
): void {
  const caller = transaction.store.people.byPhone(call.caller);
  if (!caller) throw new Error("The caller is gone.");
  const form: AddressForm = caller.hide_number || who.hide_number ? "lid" : "pn";
  const about = {
    "call-id": call.id,
    "call-creator": personAddress(caller, form),
    caller_pn: form === "lid" && !caller.hide_number ? personAddress(caller, "pn") : undefined,
    reason: step === "timeout" ? "timeout" : undefined,
  };
  const media = step === "offer" ? [node("audio", { enc: "opus", rate: 16_000 }), ...(call.video ? [VIDEO] : [])] : [];
  const told = node(step === "timeout" ? "terminate" : step, about, media);
  for (const device of transaction.store.devices.of(listener.phone)) {
    if (device.device === but) continue;
    const attributes = {
      from: personAddress(who, form),
      id: randomUUID(),
      t: seconds(transaction.now),
      notify: who.name,
    };
    post(world, transaction, device, node("call", attributes, [told]), { class: "call", type: "" });
  }
}

const VIDEO = node("video", { enc: "h.264", dec: "h.264" });
