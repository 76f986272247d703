import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  USyncQuery,
  USyncUser,
  type WASocket,
} from "@whiskeysockets/baileys";
import { isFormOf } from "../../core/domain/messages/written-forms.ts";
import { AnswerUnknown, knownAnswer } from "./fixes/known-answer.ts";
import { parseParty } from "./network-ids.ts";
import type { SessionCaches } from "./ttl-cache.ts";

const WHAT = "whether a number is on the network";

/** An answer of the network about a number. */
interface Told {
  isThere: boolean;
  /** The phone whose address it names; null: it names none. */
  form: string | null;
}

/**
 * The library's own query takes an answer that does not mention the number, or names no address, for "it is not there".
 */
class ContactQuestion extends USyncQuery {
  /** null: the network's answer did not mention the number. */
  told: Told | null = null;

  override parseUSyncQueryResult(result: BinaryNode | undefined) {
    const list = getBinaryNodeChild(getBinaryNodeChild(result, "usync"), "list");
    const [user] = getBinaryNodeChildren(list, "user");
    if (user) {
      const party = parseParty(user.attrs.jid ?? "");
      const isThere = getBinaryNodeChild(user, "contact")?.attrs.type === "in";
      this.told = { isThere, form: party.kind === "phone" ? party.phone : null };
    }
    return super.parseUSyncQueryResult(result);
  }
}

/**
 * The form of a number by which the network knows its person: in some countries one number is written in two ways.
 * Frequent questions hurt the linked number's reputation, so answers are kept a week; one that names nobody is not.
 * @returns digits, the given ones when the network names none; null: the number is not on the network.
 * @throws AnswerUnknown when the network does not say, or answers about somebody else.
 */
export async function networkForm(
  sock: WASocket,
  caches: SessionCaches,
  phone: string,
  monotonicMs: () => number,
): Promise<string | null> {
  const known = caches.onNetwork.get<string | null>(phone);
  if (known !== undefined) return known;
  const question = new ContactQuestion();
  question.withContactProtocol().withUser(new USyncUser().withPhone(`+${phone}`));
  const found = await knownAnswer(WHAT, monotonicMs, () => sock.executeUSyncQuery(question));
  const { told } = question;
  if (!found || told === null) throw new AnswerUnknown(WHAT);
  const { isThere, form } = told;
  if (isThere && form === null) return phone;
  if (form !== null && !isFormOf(phone, form)) throw new AnswerUnknown(WHAT);
  const answer = isThere ? form : null;
  caches.onNetwork.set(phone, answer);
  if (answer !== null) caches.onNetwork.set(answer, answer);
  return answer;
}
