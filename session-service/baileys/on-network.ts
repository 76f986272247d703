import type { WASocket } from "@whiskeysockets/baileys";
import { AnswerUnknown, knownAnswer } from "./fixes/known-answer.ts";
import type { SessionCaches } from "./ttl-cache.ts";

const WHAT = "whether a number is on the network";

/**
 * Whether a number is on the network. Asking often costs the number its reputation, so the answer is kept for a week.
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
  const found = await knownAnswer(WHAT, monotonicMs, () => sock.onWhatsApp(phone));
  if (found === undefined) throw new AnswerUnknown(WHAT);
  const isThere = found.some((one) => one.exists);
  caches.onNetwork.set(phone, isThere);
  return isThere;
}
