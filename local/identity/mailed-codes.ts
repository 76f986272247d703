import { randomUUID } from "node:crypto";
import type { Clock, Mail } from "../../core/ports.ts";
import type { CodeMac } from "./identity-secrets.ts";
import type { CodeOwner, IdentityStore, MailedCode } from "./identity-store.ts";
import type { IdentityWords } from "./identity-words.ts";
import { newCode } from "./passwords.ts";

const LASTS_MS = 15 * 60_000;
const TRIES_MAX = 5;
const MAILS_MAX = 10;
/** Ten mails a quarter of an hour alone would allow 4,800 guesses a day at one person's codes. */
const GUESSES_A_DAY_MAX = 40;
const DAY_MS = 86_400_000;

interface MailDeps {
  store: IdentityStore;
  codeMac: CodeMac;
  mail: Mail;
  /** Mail carries this clock's time, like all other mail of the gateway, so that the newest is the last one sent. */
  clock: Clock;
}

const idOf = ({ uid, email }: CodeOwner) => `${uid}#${email}`;

/**
 * Mails a six-digit code, which invalidates an older one for the same sign-in. An address gets at most ten mails per
 * quarter of an hour, because each code allows five guesses.
 */
export async function mailCode(
  deps: MailDeps,
  of: CodeOwner,
  about: Pick<MailedCode, "purpose" | "password">,
  words: IdentityWords,
): Promise<void> {
  const { store, codeMac } = deps;
  const code = newCode();
  await mailTo(deps, of.email, `${words.code}: ${code}`, `${words.code}: ${code}\n`, async () => {
    await store.putCode(of, { ...about, hash: codeMac(of, about.purpose, code), expires_at: Date.now() + LASTS_MS });
    await store.forgetTries("code", idOf(of));
  });
}

/** Notifies an address's owner that someone tried to open an account with it although one exists. */
export const mailAccountThere = (deps: MailDeps, email: string, words: IdentityWords): Promise<void> =>
  mailTo(deps, email, words.haveAccount, `${words.haveAccountText}\n`);

async function mailTo(
  { store, mail, clock }: MailDeps,
  email: string,
  subject: string,
  text: string,
  before?: () => Promise<void>,
): Promise<void> {
  if (!(await store.takeTry("mail", email, MAILS_MAX, LASTS_MS))) return;
  await before?.();
  const until = new Date(Date.now() + LASTS_MS); // on the machine's clock, like the codes
  await mail.send({ id: `code-${randomUUID()}`, to: [email], subject, text, at: clock.now(), until });
}

/**
 * Takes the mailed code if it matches, once and within five attempts; all of an address's codes of a day share 40.
 * @returns null: it doesn't match.
 */
export async function takeCode(
  { store, codeMac }: Pick<MailDeps, "store" | "codeMac">,
  of: CodeOwner,
  purpose: MailedCode["purpose"],
  given: string,
): Promise<MailedCode | null> {
  if (!(await store.takeTry("code", idOf(of), TRIES_MAX, LASTS_MS))) return null;
  if (!(await store.takeTry("guess", of.email, GUESSES_A_DAY_MAX, DAY_MS))) return null;
  const code = await store.code(of);
  if (code?.purpose !== purpose || code.expires_at < Date.now() || code.hash !== codeMac(of, purpose, given.trim()))
    return null;
  if (!(await store.dropCode(of, code))) return null;
  await store.forgetTries("guess", of.email);
  return code;
}
