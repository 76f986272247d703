import { acknowledge } from "../../delivery/acknowledge.ts";
import type { Incoming } from "../connection/incoming.ts";

/**
 * The error with which a client acknowledges a message that it couldn't decrypt. In that case, a copy that was resent
 * with the same ID must stay.
 */
const UNREADABLE = "500";

/** Removes a stanza that a client has acknowledged. */
export function handleAck({ world, transaction, device, stanza }: Incoming): void {
  const { class: stanzaClass, id = "", type = "", error } = stanza.attrs;
  switch (stanzaClass) {
    case "message":
      acknowledge(world, transaction, device, "message", id, error === UNREADABLE ? "" : null);
      return;
    case "receipt":
    case "notification":
      acknowledge(world, transaction, device, stanzaClass, id, type);
      return;
    case "call":
      acknowledge(world, transaction, device, "call", id);
      return;
    default:
      world.log("unknown_ack", { class: stanzaClass ?? "none" });
  }
}
