import { parseAddress } from "../../format/addresses.ts";
import { node } from "../../format/nodes.ts";
import { answer, type Incoming } from "../connection/incoming.ts";

/** Answers a subscription to a person's presence. A device's own presence is ignored. */
export function handlePresence(incoming: Incoming): void {
  const { to, type } = incoming.stanza.attrs;
  if (type !== "subscribe") return;
  const person = incoming.transaction.store.people.at(parseAddress(to));
  if (person) answer(incoming, node("presence", { from: to, type: person.online ? undefined : "unavailable" }));
}
