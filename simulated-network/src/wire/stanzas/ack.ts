import { acknowledge } from "../../delivery/acknowledge.ts";
import type { Incoming } from "../connection/incoming.ts";

/** The client could not read the message; a copy resent with the same id must stay. */
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
