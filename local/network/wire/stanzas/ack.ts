import { acknowledge } from "../../delivery/acknowledge.ts";
import type { Incoming } from "../connection/incoming.ts";

/** "I could not read it": a copy sent again under the same id may already be on its way and must not be forgotten. */
const UNREADABLE = "500";

/** A client has taken a stanza. */
export function handleAck({ world, turn, device, stanza }: Incoming): void {
  const { class: stanzaClass, id = "", type = "", error } = stanza.attrs;
  switch (stanzaClass) {
    case "message":
      acknowledge(world, turn, device, "message", id, error === UNREADABLE ? "" : null);
      return;
    case "receipt":
    case "notification":
      acknowledge(world, turn, device, stanzaClass, id, type);
      return;
    case "call":
      acknowledge(world, turn, device, "call", id);
      return;
    default:
      world.log("unknown_ack", { class: stanzaClass ?? "none" });
  }
}
