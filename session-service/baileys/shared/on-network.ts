import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  USyncQuery,
  USyncUser,
  type WASocket,
} from "@whiskeysockets/baileys";
import { isFormOf, writtenForms } from "../../../core/domain/messages/written-forms.ts";
import { AnswerUnknown, knownAnswer } from "./known-answer.ts";
import { parseParty } from "./network-ids.ts";
import { portions } from "./portions.ts";
import type { SessionCaches } from "./ttl-cache.ts";

const WHAT = "whether a number is on the network";

/** How many phone numbers to include in one network query. */
const AT_ONCE = 100;

/** The network's response for a phone number. */
interface Told {
  /** The queried number, digits only. Null if the answer does not repeat it. */
  about: string | null;
  isThere: boolean;
  /** The phone number in the answer's address, or null if there is none. */
  form: string | null;
}

/**
 * Our own query for phone numbers. If a response doesn't mention a number, or doesn't contain an address, the library's
 * version takes that to mean "not on the network".
 */
class ContactQuestion extends USyncQuery {
  /** The entries in the network's answer, one per number. */
  told: Told[] = [];

  override parseUSyncQueryResult(result: BinaryNode | undefined) {
    const list = getBinaryNodeChild(getBinaryNodeChild(result, "usync"), "list");
    this.told = getBinaryNodeChildren(list, "user").map((user) => {
      const party = parseParty(user.attrs.jid ?? "");
      const contact = getBinaryNodeChild(user, "contact");
      const form = party.kind === "phone" ? party.phone : null;
      return { about: askedNumber(contact), isThere: contact?.attrs.type === "in", form };
    });
    return super.parseUSyncQueryResult(result);
  }

  /** Returns the entry for one of the queried numbers. If only one was queried, the response need not repeat it. */
  about(phone: string, asked: readonly string[]): Told | undefined {
    if (asked.length === 1) return this.told[0];
    const forms = writtenForms(phone);
    const isNamed = ({ about, form }: Told) => about === null && form !== null && forms.includes(form);
    return this.told.find(({ about }) => about === phone) ?? this.told.find(isNamed);
  }
}

function askedNumber(contact: BinaryNode | undefined): string | null {
  const content = contact?.content;
  if (content === undefined || Array.isArray(content)) return null;
  return content.toString().replace(/\D/g, "") || null;
}

/**
 * Asks the network for the form in which it lists a number, because numbers in some countries have two written forms.
 * @returns the digits of the network's form, or the queried digits if the answer contains none. Null if the number is
 * not on the network.
 * @throws AnswerUnknown if the network does not answer, or answers about someone else.
 */
export async function networkForm(
  sock: WASocket,
  caches: SessionCaches,
  phone: string,
  monotonicMs: () => number,
): Promise<string | null> {
  const forms = await networkForms(sock, caches, [phone], monotonicMs);
  return forms.get(phone) ?? null;
}

/**
 * Asks the network for the forms of many numbers, a hundred per query. Frequent queries hurt the linked number's
 * reputation, so responses are cached for a week, except those without an address.
 * @returns the form of each number, or null. @throws AnswerUnknown unless the network responds for all of the numbers.
 */
export async function networkForms(
  sock: WASocket,
  caches: SessionCaches,
  phones: readonly string[],
  monotonicMs: () => number,
): Promise<Map<string, string | null>> {
  const forms = new Map<string, string | null>();
  const unknown = new Set<string>();
  for (const phone of phones) {
    const known = caches.onNetwork.get<string | null>(phone);
    if (known === undefined) unknown.add(phone);
    else forms.set(phone, known);
  }
  for (const some of portions([...unknown], AT_ONCE)) {
    const question = new ContactQuestion();
    question.withContactProtocol();
    for (const phone of some) question.withUser(new USyncUser().withPhone(`+${phone}`));
    const found = await knownAnswer(WHAT, monotonicMs, () => sock.executeUSyncQuery(question));
    if (!found) throw new AnswerUnknown(WHAT);
    const silent = some.filter((phone) => {
      const form = learnt(caches, phone, question.about(phone, some));
      if (form !== undefined) forms.set(phone, form);
      return form === undefined;
    });
    if (silent.length > 0) throw new AnswerUnknown(WHAT);
  }
  return forms;
}

/** Whether a cached response contains exactly this form of a number. */
export const isNamedForm = (caches: SessionCaches, phone: string): boolean => caches.onNetwork.get(phone) === phone;

/** Caches the response for a number. @returns undefined if there was no response, or it was about someone else. */
function learnt(caches: SessionCaches, phone: string, told: Told | undefined): string | null | undefined {
  if (told === undefined) return undefined;
  const { isThere, form } = told;
  if (isThere && form === null) return phone;
  if (form !== null && !isFormOf(phone, form)) return undefined;
  const answer = isThere ? form : null;
  caches.onNetwork.set(phone, answer);
  if (answer !== null) caches.onNetwork.set(answer, answer);
  return answer;
}
