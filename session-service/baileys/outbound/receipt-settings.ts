import type { WASocket } from "@whiskeysockets/baileys";
import { AnswerUnknown, knownAnswer } from "../shared/known-answer.ts";

const WHAT = "whether people may see what was read";

/**
 * Ensures that the library has the account's setting for read receipts. If a response lacks that setting, the library
 * assumes "no" for the rest of the connection, so people would never learn that their messages were read.
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
