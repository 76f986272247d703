import { type Client, forgetAttempts, takeAttempt } from "./attempts.ts";
import { LOCAL_ADMIN } from "./identity-names.ts";
import type { IdentityOptions } from "./identity-options.ts";
import { codePage, forgotPage, signUpPage, welcomePage } from "./identity-pages.ts";
import type { CodeMac } from "./identity-secrets.ts";
import type { IdentityStore } from "./identity-store.ts";
import type { IdentityWords } from "./identity-words.ts";
import { mailAccountThere, mailCode, takeCode } from "./mailed-codes.ts";
import { hashed, isPassword } from "./passwords.ts";

/** A request during a sign-in that asks for a form or submits one. */
export interface FormStep {
  deps: IdentityOptions & { store: IdentityStore; codeMac: CodeMac };
  /** The ID of the sign-in. */
  uid: string;
  language: string;
  words: IdentityWords;
  /** The URL of the sign-in, without a trailing slash. */
  at: string;
  isForTeam: boolean;
  form: Record<string, string>;
  email: string;
  client: Client;
}

/**
 * The page to show next, or the user who is now signed in. `isOwner` means that the sender has proven that they own the
 * address. `retryAfterMs` means that no attempts are allowed until then.
 */
export type Outcome =
  | { page: string; status?: number; retryAfterMs?: number; isOwner?: true }
  | { signedIn: string; isOwner?: true };

const PASSWORD_MIN = 12;
/** The maximum password length. Hashing takes longer for longer texts. */
const PASSWORD_MAX = 1_000;
const EMAIL_MAX = 254;
/** Matches a single address, without a display name or further addresses, so that a code is sent only to its owner. */
const ONE_ADDRESS = /^[^\s@,:;<>()[\]\\"\p{Cc}]+@[^\s@,:;<>()[\]\\"\p{Cc}]+$/u;

/** Returns a requested form's page. */
export function shown(step: FormStep, name: string | undefined): Outcome {
  if (name === "sign-up") return { page: signUpPage(step) };
  if (name === "forgot") return { page: forgotPage(step) };
  return { page: welcomePage(step) };
}

const POSTED: Record<string, (step: FormStep) => Promise<Outcome>> = {
  "sign-in": signIn,
  "sign-up": signUp,
  confirm,
  forgot,
  reset,
};

/** Handles a submitted form. */
export async function posted(step: FormStep, name = ""): Promise<Outcome> {
  if (name === "look-around" && !step.isForTeam) return { signedIn: LOCAL_ADMIN.sub };
  const next = Object.hasOwn(POSTED, name) ? POSTED[name] : undefined;
  if (!next) return { page: welcomePage(step), status: 404 };
  if (step.email.length <= EMAIL_MAX && ONE_ADDRESS.test(step.email)) return next(step);
  const told = { ...step, told: step.words.badEmail };
  const page = name === "sign-up" ? signUpPage(told) : name === "forgot" ? forgotPage(told) : welcomePage(told);
  return { page, status: 422 };
}

/**
 * Signs a user in. For an unknown address, the response is the same and takes just as long, and the address gets locked
 * as well.
 */
async function signIn(step: FormStep): Promise<Outcome> {
  const { deps, words, form, email } = step;
  const waitMs = await takeAttempt(deps.store, "password", email, step.client);
  if (waitMs > 0) return tooMany(welcomePage({ ...step, told: words.locked }), waitMs);
  const person = await deps.store.person(email);
  const isRight = await isPassword((form.password ?? "").slice(0, PASSWORD_MAX), person?.password ?? null);
  if (!person || !isRight) return { page: welcomePage({ ...step, told: words.wrong }), status: 403 };
  await forgetAttempts(deps.store, "password", email, step.client);
  return { signedIn: person.sub, isOwner: true };
}

/**
 * Starts a sign-up. The response is the same if the address is already taken, because only its owner reads the emails.
 * The password is stored with the code, which works only in this sign-in. So if someone signs up with another person's
 * address, that person can't be tricked into confirming an account with a stranger's password.
 */
async function signUp(step: FormStep): Promise<Outcome> {
  const { deps, words, form, email } = step;
  if (!isLongEnough(form.password)) return { page: signUpPage({ ...step, told: words.shortPassword }), status: 422 };
  const waitMs = await takeAttempt(deps.store, "mail", email, step.client);
  if (waitMs > 0) return tooMany(signUpPage({ ...step, told: words.tooManyMails }), waitMs);
  const password = await hashed(form.password);
  if (await deps.store.person(email)) await mailAccountThere(deps, email, words);
  else await mailCode(deps, step, { purpose: "confirm", password }, words);
  return { page: codePage(step, "confirm") };
}

async function confirm(step: FormStep): Promise<Outcome> {
  const { deps, words, form, email } = step;
  const code = await takeCode(deps, step, "confirm", form.code ?? "", step.client);
  if (typeof code === "number") return tooMany(codePage({ ...step, told: words.tooManyCodes }, "confirm"), code);
  if (!code?.password) return { page: codePage({ ...step, told: words.wrongCode }, "confirm"), status: 403 };
  // If two readers of the email confirm it simultaneously, the first reader's password is used.
  await deps.store.addPerson({ sub: email, email, password: code.password });
  return { signedIn: email, isOwner: true };
}

async function forgot(step: FormStep): Promise<Outcome> {
  const { deps, words, email } = step;
  const waitMs = await takeAttempt(deps.store, "mail", email, step.client);
  if (waitMs > 0) return tooMany(forgotPage({ ...step, told: words.tooManyMails }), waitMs);
  if (await deps.store.person(email)) await mailCode(deps, step, { purpose: "reset", password: null }, words);
  return { page: codePage(step, "reset") };
}

/**
 * Sets a new password and ends all of the user's sessions, so anyone who used the old password is signed out. The
 * sessions are ended before the change, in case the process crashes in between, and once more after it, to cover
 * sessions opened in the meantime.
 */
async function reset(step: FormStep): Promise<Outcome> {
  const { deps, words, form, email } = step;
  if (!isLongEnough(form.password))
    return { page: codePage({ ...step, told: words.shortPassword }, "reset"), status: 422 };
  const code = await takeCode(deps, step, "reset", form.code ?? "", step.client);
  if (typeof code === "number") return tooMany(codePage({ ...step, told: words.tooManyCodes }, "reset"), code);
  if (!code) return { page: codePage({ ...step, told: words.wrongCode }, "reset"), status: 403 };
  await deps.endSessions(email);
  await deps.store.setPassword(email, await hashed(form.password));
  await deps.endSessions(email);
  await forgetAttempts(deps.store, "password", email, step.client);
  return { page: welcomePage({ ...step, told: words.passwordSet }), isOwner: true };
}

const tooMany = (page: string, retryAfterMs: number): Outcome => ({ page, status: 429, retryAfterMs });

const isLongEnough = (password: string | undefined): password is string =>
  password !== undefined && password.length >= PASSWORD_MIN && password.length <= PASSWORD_MAX;
