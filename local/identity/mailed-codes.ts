import { randomUUID } from "node:crypto";
import type { Mail } from "../../core/ports.ts";
import type { IdentityStore, MailedCode } from "./identity-store.ts";
import type { IdentityWords } from "./identity-words.ts";
import { codeHash, newCode } from "./passwords.ts";

const LASTS_MS = 15 * 60_000;
const TRIES_MAX = 5;

/** Mails a code of six digits; an older one of the same address is of no use then. */
export async function mailCode(
  { store, mail }: { store: IdentityStore; mail: Mail },
  email: string,
  purpose: MailedCode["purpose"],
  words: IdentityWords,
): Promise<void> {
  const code = newCode();
  const now = Date.now();
  await store.putCode(email, { purpose, hash: codeHash(code), tries: 0, expires_at: now + LASTS_MS });
  const subject = `${words.code}: ${code}`;
  await mail.send({
    id: `code-${randomUUID()}`,
    to: [email],
    subject,
    text: `${words.code}: ${code}\n`,
    at: new Date(now),
  });
}

/** Whether this is the code that was mailed for it; it works once, and five wrong ones end it. */
export async function takeCode(
  store: IdentityStore,
  email: string,
  purpose: MailedCode["purpose"],
  given: string,
): Promise<boolean> {
  const code = await store.code(email);
  if (!code || code.purpose !== purpose || code.expires_at < Date.now() || code.tries >= TRIES_MAX) return false;
  if (code.hash !== codeHash(given.trim())) {
    await store.putCode(email, { ...code, tries: code.tries + 1 });
    return false;
  }
  await store.dropCode(email);
  return true;
}
