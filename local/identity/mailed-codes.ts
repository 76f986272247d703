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
  /**
   * The clock that dates emails. It is the clock that also dates the gateway's other emails, so sorting by date lists
   * the newest first.
   */
  clock: Clock;
}

const idOf = ({ uid, email }: CodeOwner) => `${uid}#${email}`;

/**
 * Sends a six-digit code by email, replacing any older code for the same sign-in. The caller must have used up a "mail"
 * attempt first, because each code allows five more guesses.
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

/** Notifies the owner of an email address that someone tried to open a second account with it. */
export const mailAccountThere = (deps: MailDeps, email: string, words: IdentityWords): Promise<void> =>
  mailTo(deps, email, words.haveAccount, `${words.haveAccountText}\n`);

async function mailTo({ mail, clock }: MailDeps, email: string, subject: string, text: string): Promise<void> {
  const until = new Date(Date.now() + LASTS_MS); // on the machine's clock, like the codes
  await mail.send({ id: `code-${randomUUID()}`, to: [email], subject, text, at: clock.now(), until });
}

/**
 * Consumes an emailed code if it matches. This works only once and within five attempts. All codes that a client tries
 * for an address on one day share 40 attempts.
 * @returns null if the code doesn't match, or the number of milliseconds until the client is allowed further attempts.
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
