import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { DAY_MS } from "../../../../core/contracts/durations.ts";
import { personChat, phoneChat, phoneOfPerson } from "../../../../core/domain/messages/chat-id.ts";
import { knownAnswer } from "../../shared/known-answer.ts";
import { withoutDevice } from "../../shared/network-ids.ts";

/** A person as identified in a query. */
export interface QueriedPerson {
  /** The person, as identified by the caller. */
  person: string;
  /** The person's private id if the network has one, otherwise their phone address. */
  jid: string;
  /** The person's phone address, or null if unknown. */
  phone: string | null;
}

/** How long a token is valid: four weeks. */
const TOKEN_MS = 28 * DAY_MS;

/** Returns the people for a query. @param people phone digits or network addresses. @throws AnswerUnknown */
export async function namedPeople(
  sock: WASocket,
  people: readonly string[],
  monotonicMs: () => number,
): Promise<QueriedPerson[]> {
  const { lidMapping } = sock.signalRepository;
  const phones = people.filter((person) => phoneOfPerson(person) !== null).map(phoneChat);
  const what = "the private ids of phones";
  const pairs = await knownAnswer(what, monotonicMs, async () =>
    phones.length === 0 ? [] : ((await lidMapping.getLIDsForPNs(phones)) ?? []),
  );
  const privateIds = new Map(pairs.map(({ pn, lid }) => [withoutDevice(pn), withoutDevice(lid)]));
  return Promise.all(
    people.map(async (person) => {
      const id = withoutDevice(personChat(person));
      if (!id.endsWith("@lid")) return { person, jid: privateIds.get(id) ?? id, phone: id };
      const phone = await lidMapping.getPNForLID(id);
      return { person, jid: id, phone: phone ? withoutDevice(phone) : null };
    }),
  );
}

/** Returns the node for an existing group member, using the kind of id that the group uses for its members. */
export const asMember = ({ jid, phone }: QueriedPerson, privateIds: boolean): BinaryNode => ({
  tag: "participant",
  attrs: { jid: privateIds ? jid : (phone ?? jid) },
});

/** Builds the node for adding a person to a group, with both of their ids and the token they issued to us. */
export async function asNewcomer(sock: WASocket, { jid, phone }: QueriedPerson, now: Date): Promise<BinaryNode> {
  const attrs = { jid, ...(jid.endsWith("@lid") && phone !== null && { phone_number: phone }) };
  const token = await tokenOf(sock, jid, now);
  return { tag: "participant", attrs, ...(token && { content: [{ tag: "privacy", attrs: {}, content: token }] }) };
}

/** Returns the token that the person issued to allow us to message them, or null if there is no valid token. */
async function tokenOf(sock: WASocket, jid: string, now: Date): Promise<Uint8Array | null> {
  const { [jid]: entry } = await sock.authState.keys.get("tctoken", [jid]);
  const isGood = now.getTime() - Number(entry?.timestamp) * 1000 <= TOKEN_MS; // not without a time
  return isGood && entry?.token?.length ? entry.token : null;
}
