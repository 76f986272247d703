import type { BinaryNode } from "@whiskeysockets/baileys";
import { PHONE_SERVER, parseAddress, personAddress } from "../../format/addresses.ts";
import { child, children, contentBytes, node, seconds } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";
import type { Incoming } from "../connection/incoming.ts";
import { IqError } from "./iq-answer.ts";

/** Answers one aspect of a user; null = nothing. */
type Aspect = (incoming: Incoming, person: Person | null, asked: BinaryNode) => BinaryNode | null;

/** The aspects that usync answers. */
const ASPECTS: Readonly<Record<string, Aspect>> = {
  devices: deviceList,
  lid: privateId,
  contact: isOnNetwork,
  status: about,
  disappearing_mode: (incoming) => node("disappearing_mode", { duration: 0, t: seconds(incoming.transaction.now) }),
};

/** Looks up people by number or private id, and their devices. */
export function usync(incoming: Incoming): BinaryNode[] {
  const request = child(incoming.stanza, "usync");
  const query = child(request, "query");
  const list = child(request, "list");
  if (!request || !query || !list) throw new IqError(400, "bad-request");
  const aspects = children(query).flatMap(({ tag }) => {
    const aspect = ASPECTS[tag];
    if (!aspect) incoming.world.log("unknown_usync_aspect", { tag });
    return aspect ? [aspect] : [];
  });
  const users = children(list, "user").map((asked) => {
    const { jid, person } = identify(incoming, asked);
    const told = aspects.flatMap((aspect) => aspect(incoming, person, asked) ?? []);
    return node("user", { jid }, told);
  });
  return [node("usync", request.attrs, [node("result"), node("list", {}, users)])];
}

/** Asked by address, or by a phone number in "contact"; the answer names the address. */
function identify({ transaction }: Incoming, asked: BinaryNode): { jid: string; person: Person | null } {
  const number = contentBytes(child(asked, "contact"))?.toString().replace(/\D/g, "");
  const jid = asked.attrs.jid ?? `${number}@${PHONE_SERVER}`;
  return { jid, person: transaction.store.people.at(parseAddress(jid)) };
}

function deviceList({ transaction, device }: Incoming, person: Person | null): BinaryNode {
  if (!person) return node("devices", {}, [node("device-list", {}, [])]);
  transaction.store.devices.watch(device, person.phone);
  const linked = transaction.store.devices.of(person.phone);
  return node("devices", {}, [
    node("device-list", {}, [
      node("device", { id: 0 }),
      // A device without a key index is ignored by clients.
      ...linked.map(({ device: id }) => node("device", { id, "key-index": id })),
    ]),
    node("key-index-list", { ts: seconds(transaction.now) }),
  ]);
}

function privateId(_incoming: Incoming, person: Person | null, asked: BinaryNode): BinaryNode | null {
  if (!person || parseAddress(asked.attrs.jid)?.server !== PHONE_SERVER) return null;
  return node("lid", { val: personAddress(person, "lid") });
}

function about({ transaction }: Incoming, person: Person | null): BinaryNode {
  const said = person && transaction.store.profiles.about(person.phone);
  return node("status", { t: seconds(said?.at ?? transaction.now) }, Buffer.from(said?.text ?? ""));
}

function isOnNetwork(_incoming: Incoming, person: Person | null, asked: BinaryNode): BinaryNode {
  return node("contact", { type: person ? "in" : "out" }, contentBytes(child(asked, "contact")) ?? undefined);
}
