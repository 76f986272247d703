import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  USyncQuery,
  USyncUser,
  type WASocket,
} from "@whiskeysockets/baileys";
import { AnswerUnknown, knownAnswer } from "./fixes/known-answer.ts";
import type { SessionCaches } from "./ttl-cache.ts";

const WHAT = "whether a number is on the network";

/** The library's own query takes an answer that does not mention the number for "it is not there". */
class ContactQuestion extends USyncQuery {
  /** The network's answer mentioned the number. */
  hasAnswer = false;

  override parseUSyncQueryResult(result: BinaryNode | undefined) {
    const list = getBinaryNodeChild(getBinaryNodeChild(result, "usync"), "list");
    this.hasAnswer = getBinaryNodeChildren(list, "user").length > 0;
    return super.parseUSyncQueryResult(result);
  }
}

/**
 * Whether a number is on the network. Frequent questions hurt the linked number's reputation, so answers are kept a week.
 * @throws AnswerUnknown when the network does not say.
 */
export async function isOnNetwork(
  sock: WASocket,
  caches: SessionCaches,
  phone: string,
  monotonicMs: () => number,
): Promise<boolean> {
  const known = caches.onNetwork.get<boolean>(phone);
  if (known !== undefined) return known;
  const question = new ContactQuestion();
  question.withContactProtocol().withUser(new USyncUser().withPhone(`+${phone}`));
  const found = await knownAnswer(WHAT, monotonicMs, () => sock.executeUSyncQuery(question));
  if (!found || !question.hasAnswer) throw new AnswerUnknown(WHAT);
  const isThere = found.list.some(({ contact }) => contact === true);
  caches.onNetwork.set(phone, isThere);
  return isThere;
}
