import { randomUUID } from "node:crypto";
import type { Clock, Mail } from "../../core/ports.ts";
import { type Client, forgetAttempts, takeAttempt } from "./attempts.ts";
import type { CodeMac } from "./identity-secrets.ts";
import type { CodeOwner, IdentityStore, MailedCode } from "./identity-store.ts";
import type { IdentityWords } from "./identity-words.ts";
import { newCode } from "./passwords.ts";

const LASTS_MS = 15 * 60_000;
const TRIES_MAX = 5;

interface MailDeps {
  store: IdentityStore;
  codeMac: CodeMac;
  mail: Mail;
  /** Mail carries this clock's time, like all other mail of the gateway, so that the newest is the last one sent. */
  clock: Clock;
}

const idOf = ({ uid, email }: CodeOwner) => `${uid}#${email}`;

/**
 * Mails a six-digit code, which invalidates an older one for the same sign-in. The caller must have taken one of the
 * attempts at mailing, because each code allows five more guesses.
 */
export async function mailCode(
  deps: MailDeps,
  of: CodeOwner,
  about: Pick<MailedCode, "purpose" | "password">,
  words: IdentityWords,
): Promise<void> {
  const { store, codeMac } = deps;
  const code = newCode();
  await store.putCode(of, { ...about, hash: codeMac(of, about.purpose, code), expires_at: Date.now() + LASTS_MS });
  await store.forgetTries("code", idOf(of));
  await mailTo(deps, of.email, `${words.code}: ${code}`, `${words.code}: ${code}\n`);
}

/** Notifies an address's owner that someone tried to open an account with it although one exists. */
export const mailAccountThere = (deps: MailDeps, email: string, words: IdentityWords): Promise<void> =>
  mailTo(deps, email, words.haveAccount, `${words.haveAccountText}\n`);

async function mailTo({ mail, clock }: MailDeps, email: string, subject: string, text: string): Promise<void> {
  const until = new Date(Date.now() + LASTS_MS); // on the machine's clock, like the codes
  await mail.send({ id: `code-${randomUUID()}`, to: [email], subject, text, at: clock.now(), until });
}

/**
 * Takes the mailed code if it matches, once and within five attempts; all codes that a client tries for an address in a
 * day share 40.
 * @returns null if it doesn't match; a number if the client has no attempts for that many milliseconds.
 */
export async function takeCode(
  { store, codeMac }: Pick<MailDeps, "store" | "codeMac">,
  of: CodeOwner,
  purpose: MailedCode["purpose"],
  given: string,
  client: Client,
): Promise<MailedCode | number | null> {
  if ((await store.takeTry("code", idOf(of), TRIES_MAX, LASTS_MS)) > 0) return null;
  const waitMs = await takeAttempt(store, "guess", of.email, client);
  if (waitMs > 0) return waitMs;
  const code = await store.code(of);
  if (code?.purpose !== purpose || code.expires_at < Date.now() || code.hash !== codeMac(of, purpose, given.trim()))
    return null;
  if (!(await store.dropCode(of, code))) return null;
  await forgetAttempts(store, "guess", of.email, client);
  return code;
}
