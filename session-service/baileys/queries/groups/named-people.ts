import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { DAY_MS } from "../../../../core/contracts/durations.ts";
import { personChat, phoneChat, phoneOfPerson } from "../../../../core/domain/messages/chat-id.ts";
import { knownAnswer } from "../../shared/known-answer.ts";
import { withoutDevice } from "../../shared/network-ids.ts";

/** A person as a query names them. */
export interface QueriedPerson {
  /** As given. */
  person: string;
  /** Their private id if the network knows one, or else their phone's address. */
  jid: string;
  /** Their phone's address; null if not known. */
  phone: string | null;
}

/** Tokens are valid for four weeks. */
const TOKEN_MS = 28 * DAY_MS;

/** The people for a query. @param people phone digits, or network addresses. @throws AnswerUnknown */
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

/** The node for a person who is already in a group, named as this group names its members. */
export const asMember = ({ jid, phone }: QueriedPerson, privateIds: boolean): BinaryNode => ({
  tag: "participant",
  attrs: { jid: privateIds ? jid : (phone ?? jid) },
});

/** The node for a person to be added to a group, with both ids and the token that they gave us. */
export async function asNewcomer(sock: WASocket, { jid, phone }: QueriedPerson, now: Date): Promise<BinaryNode> {
  const attrs = { jid, ...(jid.endsWith("@lid") && phone !== null && { phone_number: phone }) };
  const token = await tokenOf(sock, jid, now);
  return { tag: "participant", attrs, ...(token && { content: [{ tag: "privacy", attrs: {}, content: token }] }) };
}

/** The token with which this person allows us to write to them; null means no valid one. */
async function tokenOf(sock: WASocket, jid: string, now: Date): Promise<Uint8Array | null> {
  const { [jid]: entry } = await sock.authState.keys.get("tctoken", [jid]);
  const isGood = now.getTime() - Number(entry?.timestamp) * 1000 <= TOKEN_MS; // not without a time
  return isGood && entry?.token?.length ? entry.token : null;
}
