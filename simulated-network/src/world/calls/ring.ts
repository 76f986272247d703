import { randomBytes } from "node:crypto";
import type { Call } from "../../store/calls-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { World } from "../world.ts";
import { tellDevices } from "./call-stanza.ts";

/** Starts a call. It rings on every linked device of the callee, unless the callee has blocked the caller. */
export function ring(world: World, transaction: Transaction, caller: Person, callee: Person, video: boolean): Call {
  const id = randomBytes(16).toString("hex").toUpperCase();
  const call: Call = { id, caller: caller.phone, callee: callee.phone, video, state: "ringing", at: transaction.now };
  transaction.store.calls.add(call);
  if (!transaction.store.account.blockedBy(callee.phone).includes(caller.phone)) {
    tellDevices(world, transaction, call, "offer", caller, callee);
  }
  return call;
}

/** Ends a call because the caller hung up or (`timeout`) no one answered. Does nothing if the call is already over. */
export function hangUp(
  world: World,
  transaction: Transaction,
  call: Call,
  caller: Person,
  callee: Person,
  timeout: boolean,
): void {
  if (call.state !== "ringing") return;
  transaction.store.calls.setState(call.id, "ended");
  tellDevices(world, transaction, call, timeout ? "timeout" : "terminate", caller, callee);
}

/**
 * Declines a call on the callee's phone (device 0) or on a linked device, and notifies all other devices of both sides.
 */
export function decline(
  world: World,
  transaction: Transaction,
  call: Call,
  caller: Person,
  callee: Person,
  onDevice: number,
): void {
  if (call.state !== "ringing") return;
  transaction.store.calls.setState(call.id, "rejected");
  tellDevices(world, transaction, call, "reject", callee, caller);
  tellDevices(world, transaction, call, "reject", callee, callee, onDevice);
}
