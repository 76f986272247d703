import { type BinaryNode, getBinaryNodeChild, type WASocket } from "@whiskeysockets/baileys";
import { phoneChat } from "../../../core/domain/messages/chat-id.ts";
import { takenAddress } from "../inbound/bounds/ids.ts";
import { foreignNode } from "../inbound/bounds/node.ts";
import { AnswerUnknown, knownAnswer } from "../shared/known-answer.ts";
import { parseParty, withoutDevice } from "../shared/network-ids.ts";
import { refusalOf } from "../shared/network-refusals.ts";

/** Thrown if a person can't be blocked because the network has no private id for them. */
export class PersonUnknown extends Error {
  constructor() {
    super("The network does not have a private id for this person yet.");
    this.name = "PersonUnknown";
  }
}

/**
 * Reads and changes the list of people whom the linked number has blocked. Rejects with the same errors as NumberSide.
 */
export interface BlocklistSide {
  /** Returns the network addresses of everyone who is blocked. */
  readBlocklist(): Promise<string[]>;
  /**
   * Blocks or unblocks a person. @param person phone digits, or a private id. @param shownName the name that the person
   * displays, or null.
   * @returns the person's network address, as used in the list. @throws PersonUnknown
   */
  setBlocked(person: string, isBlocked: boolean, shownName: string | null): Promise<string>;
}

/** The maximum accepted length of the list. Real lists are shorter. */
const MOST = 10_000;
const LIST = "the list of blocked people";
const CHANGE = "a change of the blocked people";

/**
 * Reads and changes the blocklist with our own queries, because the library mistakes silence for an empty list and
 * can't block someone whose number is hidden.
 */
export function createBlocklistSide(sock: WASocket, monotonicMs: () => number): BlocklistSide {
  async function asked(what: string, type: "get" | "set", content?: BinaryNode[]): Promise<BinaryNode> {
    const query = { tag: "iq", attrs: { xmlns: "blocklist", to: "@s.whatsapp.net", type }, content };
    const answer = await knownAnswer(what, monotonicMs, () => sock.query(query)).catch((error: unknown) => {
      throw refusalOf(error, what);
    });
    if (!answer) throw new AnswerUnknown(what);
    return answer;
  }

  return {
    async readBlocklist() {
      const list = getBinaryNodeChild(await asked(LIST, "get"), "list");
      if (!list) throw new AnswerUnknown(LIST);
      const items = Array.isArray(list.content) ? list.content.slice(0, MOST) : [];
      return items.flatMap((item) => takenAddress(foreignNode(item).attrs.jid) ?? []);
    },

    async setBlocked(person, isBlocked, shownName) {
      const { jid, pn_jid } = await addressesOf(sock, person, monotonicMs);
      const item = isBlocked
        ? { action: "block", jid, ...identifierOf(pn_jid, shownName) }
        : { action: "unblock", jid };
      await asked(CHANGE, "set", [{ tag: "item", attrs: item }]);
      return jid;
    },
  };
}

/**
 * Returns the identifier for blocking a person. The network requires exactly one identifier in addition to the private
 * id.
 */
function identifierOf(pn_jid: string | null, shownName: string | null): Record<string, string> {
  if (pn_jid !== null) return { pn_jid };
  return shownName === null ? { unknown_identifier: "true" } : { display_name: shownName };
}

/** @throws PersonUnknown */
async function addressesOf(sock: WASocket, person: string, monotonicMs: () => number) {
  const { lidMapping } = sock.signalRepository;
  const isPrivate = parseParty(person).kind === "private";
  if (isPrivate) {
    const phone = await lidMapping.getPNForLID(person);
    return { jid: person, pn_jid: phone ? withoutDevice(phone) : null };
  }
  const pn_jid = phoneChat(person);
  const jid = await knownAnswer("the private id of a phone", monotonicMs, () => lidMapping.getLIDForPN(pn_jid));
  if (!jid) throw new PersonUnknown();
  return { jid: withoutDevice(jid), pn_jid };
}
