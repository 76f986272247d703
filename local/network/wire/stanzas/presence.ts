import { parseAddress } from "../../format/addresses.ts";
import { node } from "../../format/nodes.ts";
import { answer, type Incoming } from "../connection/incoming.ts";

/** "I am here" changes nothing in the simulation; whoever asks after another person is told whether they are there. */
export function handlePresence(incoming: Incoming): void {
  const { to, type } = incoming.stanza.attrs;
  if (type !== "subscribe") return;
  const person = incoming.turn.store.people.at(parseAddress(to));
  if (person) answer(incoming, node("presence", { from: to, type: person.online ? undefined : "unavailable" }));
}
