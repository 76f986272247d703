import type { BinaryNode } from "@whiskeysockets/baileys";
import { LID_SERVER, PHONE_SERVER, parseAddress, personAddress } from "../../format/addresses.ts";
import { child, children, contentBytes, node, seconds } from "../../format/nodes.ts";
import { lostPrivateId } from "../../format/other-form.ts";
import type { Person } from "../../store/people-table.ts";
import type { Incoming } from "../connection/incoming.ts";
import { IqError } from "./iq-answer.ts";

/** A handler that returns one aspect of a user. Null means no answer for that aspect. */
type Aspect = (incoming: Incoming, person: Person | null, asked: BinaryNode) => BinaryNode | null;

/** The aspects that a usync query can request. */
const ASPECTS: Readonly<Record<string, Aspect>> = {
  devices: deviceList,
  lid: privateId,
  contact: isOnNetwork,
  status: about,
  disappearing_mode: (incoming) => node("disappearing_mode", { duration: 0, t: seconds(incoming.transaction.now) }),
};

/** Looks up people and their devices, by phone number or private id. */
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
    const isNameless = child(asked, "contact") !== null && incoming.world.faults.isOn("nameless_contacts");
    return node("user", isNameless ? {} : { jid }, told);
  });
  return [node("usync", request.attrs, [node("result"), node("list", {}, users)])];
}

/**
 * Identifies a person by address, or by the phone number in "contact". If the number is in its other form, the address
 * in the response contains the form that the network recognizes.
 */
function identify({ transaction }: Incoming, asked: BinaryNode): { jid: string; person: Person | null } {
  const number = contentBytes(child(asked, "contact"))?.toString().replace(/\D/g, "");
  const jid = asked.attrs.jid ?? `${number}@${PHONE_SERVER}`;
  const { people } = transaction.store;
  const person = people.at(parseAddress(jid));
  const other = person || number === undefined ? null : people.inOtherForm(parseAddress(jid));
  return other ? { jid: personAddress(other, "pn"), person: other } : { jid, person };
}

/**
 * Returns a person's devices. A number in its other form appears to have a phone too, but messages to that phone are
 * acknowledged and never delivered.
 */
function deviceList({ transaction, device }: Incoming, person: Person | null, asked: BinaryNode): BinaryNode {
  if (!person) {
    const phones = transaction.store.people.inOtherForm(parseAddress(asked.attrs.jid))
      ? [node("device", { id: 0 })]
      : [];
    return node("devices", {}, [node("device-list", {}, phones)]);
  }
  transaction.store.devices.watch(device, person.phone);
  const linked = transaction.store.devices.of(person.phone);
  return node("devices", {}, [
    node("device-list", {}, [
      node("device", { id: 0 }),
      // Clients ignore linked devices without a key index.
      ...linked.map(({ device: id }) => node("device", { id, "key-index": id })),
    ]),
    node("key-index-list", { ts: seconds(transaction.now) }),
  ]);
}

function privateId({ transaction }: Incoming, person: Person | null, asked: BinaryNode): BinaryNode | null {
  const address = parseAddress(asked.attrs.jid);
  if (address?.server !== PHONE_SERVER) return null;
  if (!person) {
    const isOther = transaction.store.people.inOtherForm(address) !== null;
    return isOther ? node("lid", { val: `${lostPrivateId(address.user)}@${LID_SERVER}` }) : null;
  }
  return node("lid", { val: personAddress(person, "lid") });
}

function about({ transaction }: Incoming, person: Person | null): BinaryNode {
  const said = person && transaction.store.profiles.about(person.phone);
  return node("status", { t: seconds(said?.at ?? transaction.now) }, Buffer.from(said?.text ?? ""));
}

function isOnNetwork(_incoming: Incoming, person: Person | null, asked: BinaryNode): BinaryNode {
  return node("contact", { type: person ? "in" : "out" }, contentBytes(child(asked, "contact")) ?? undefined);
}
