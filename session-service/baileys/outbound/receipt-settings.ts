import type { WASocket } from "@whiskeysockets/baileys";
import { AnswerUnknown, knownAnswer } from "../shared/known-answer.ts";

const WHAT = "whether people may see what was read";

/**
 * Ensures that the library knows whether the account sends read receipts. It takes an answer without that setting for
 * "no" and keeps it for the whole connection, so nobody would learn that their message was read.
 * @throws AnswerUnknown
 */
export async function knowReceiptSettings(
  sock: Pick<WASocket, "fetchPrivacySettings">,
  monotonicMs: () => number,
): Promise<void> {
  for (const isAnew of [false, true]) {
    const settings = await knownAnswer(WHAT, monotonicMs, () => sock.fetchPrivacySettings(isAnew));
    if (settings.readreceipts) return;
  }
  throw new AnswerUnknown(WHAT);
}
