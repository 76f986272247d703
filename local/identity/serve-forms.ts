import type { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import { IDENTITY_PATH, LOCAL_ADMIN } from "./identity-names.ts";
import type { IdentityOptions } from "./identity-options.ts";
import { codePage, forgotPage, gonePage, mailPage, STYLES, signUpPage, welcomePage } from "./identity-pages.ts";
import type { IdentityStore } from "./identity-store.ts";
import { type IdentityWords, identityWords } from "./identity-words.ts";
import { mailCode, takeCode } from "./mailed-codes.ts";
import { hashed, isPassword } from "./passwords.ts";
import { readForm } from "./read-form.ts";
import { sendPage } from "./send-page.ts";

interface FormDeps extends IdentityOptions {
  store: IdentityStore;
  provider: Provider;
}

/** One request for a form of a sign-in under way. */
interface Step {
  deps: FormDeps;
  language: string;
  words: IdentityWords;
  at: string;
  form: Record<string, string>;
  email: string;
}

/** The page to show next, or the person who is signed in now. */
type Outcome = { page: string; status?: number } | { signedIn: string };

const PASSWORD_MIN = 12;
const WRONG_MAX = 10;
const LOCKED_MS = 15 * 60_000;

/** Answers the pages that are ours. @returns whether it did; all else is the library's. */
export function serveForms(deps: FormDeps) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const url = new URL(request.url ?? "/", deps.url);
    const { language, words } = identityWords(request.headers["accept-language"]);
    if (url.pathname === `${IDENTITY_PATH}/styles.css`)
      return sendPage(response, 200, STYLES, "text/css; charset=utf-8");
    if (url.pathname === `${IDENTITY_PATH}/mail`) {
      const mails = await deps.mailTo(url.searchParams.get("to") ?? "");
      return sendPage(response, 200, mailPage({ language, words }, mails));
    }
    if (url.pathname === `${IDENTITY_PATH}/logout`) return signOut(deps, url, response);
    const found = /^\/identity\/interaction\/([\w-]+)(?:\/([\w-]+))?$/.exec(url.pathname);
    if (!found) return false;
    const at = `${IDENTITY_PATH}/interaction/${found[1]}`;
    // Known by a cookie that is bound to this path: another site's form comes without it.
    const isThere = await deps.provider.interactionDetails(request, response).then(
      () => true,
      () => false,
    );
    if (!isThere) return sendPage(response, 400, gonePage({ language, words }));
    const form = request.method === "POST" ? await readForm(request) : {};
    const email = (form.email ?? "").trim().toLowerCase();
    const step: Step = { deps, language, words, at, form, email };
    const outcome = await (request.method === "POST" ? posted(step, found[2]) : shown(step, found[2]));
    if ("page" in outcome) return sendPage(response, outcome.status ?? 200, outcome.page);
    await deps.provider.interactionFinished(request, response, { login: { accountId: outcome.signedIn } });
    return true;
  };
}

async function shown(step: Step, name: string | undefined): Promise<Outcome> {
  if (name === "sign-up") return { page: signUpPage(step) };
  if (name === "forgot") return { page: forgotPage(step) };
  return { page: welcomePage(step) };
}

async function posted(step: Step, name: string | undefined): Promise<Outcome> {
  if (name === "look-around") return { signedIn: LOCAL_ADMIN.sub };
  if (!/^[^\s@]+@[^\s@]+$/.test(step.email))
    return { page: welcomePage({ ...step, told: step.words.badEmail }), status: 422 };
  if (name === "sign-in") return signIn(step);
  if (name === "sign-up") return signUp(step);
  if (name === "confirm") return confirm(step);
  if (name === "forgot") return forgot(step);
  if (name === "reset") return reset(step);
  return { page: welcomePage(step), status: 404 };
}

/** The same answer for an address that nobody has, and as late. */
async function signIn({ deps, words, form, email, ...rest }: Step): Promise<Outcome> {
  const step = { deps, words, form, email, ...rest };
  const person = await deps.store.person(email);
  const isLocked = person !== null && person.wrong >= WRONG_MAX && Date.now() < person.wrong_at + LOCKED_MS;
  const isRight = await isPassword(form.password ?? "", isLocked ? null : (person?.password ?? null));
  if (isLocked) return { page: welcomePage({ ...step, told: words.locked }), status: 429 };
  if (!person || !isRight) {
    if (person) await deps.store.changePerson(email, { wrong: (person.wrong % WRONG_MAX) + 1, wrong_at: Date.now() });
    return { page: welcomePage({ ...step, told: words.wrong }), status: 403 };
  }
  await deps.store.changePerson(email, { wrong: 0 });
  if (person.verified) return { signedIn: person.sub };
  await mailCode(deps, email, "confirm", words);
  return { page: codePage(step, "confirm") };
}

/** An address that somebody has is answered alike: only its owner reads the mail. */
async function signUp(step: Step): Promise<Outcome> {
  const { deps, words, form, email } = step;
  const password = form.password ?? "";
  if (password.length < PASSWORD_MIN) return { page: signUpPage({ ...step, told: words.shortPassword }), status: 422 };
  const person = { sub: email, email, password: await hashed(password), verified: false, wrong: 0, wrong_at: 0 };
  const isNew = await deps.store.addPerson(person);
  if (!isNew && !(await deps.store.person(email))?.verified) {
    // Begun before and never confirmed: whoever reads the mail chooses the password.
    await deps.store.changePerson(email, { password: person.password });
    await mailCode(deps, email, "confirm", words);
  } else if (isNew) await mailCode(deps, email, "confirm", words);
  return { page: codePage(step, "confirm") };
}

async function confirm(step: Step): Promise<Outcome> {
  const { deps, words, form, email } = step;
  if (!(await takeCode(deps.store, email, "confirm", form.code ?? "")))
    return { page: codePage({ ...step, told: words.wrongCode }, "confirm"), status: 403 };
  await deps.store.changePerson(email, { verified: true });
  return { signedIn: email };
}

async function forgot(step: Step): Promise<Outcome> {
  const { deps, words, email } = step;
  if (await deps.store.person(email)) await mailCode(deps, email, "reset", words);
  return { page: codePage(step, "reset") };
}

/** A new password ends the person's sessions: whoever had the old one is out. */
async function reset(step: Step): Promise<Outcome> {
  const { deps, words, form, email } = step;
  const password = form.password ?? "";
  if (password.length < PASSWORD_MIN)
    return { page: codePage({ ...step, told: words.shortPassword }, "reset"), status: 422 };
  if (!(await takeCode(deps.store, email, "reset", form.code ?? "")))
    return { page: codePage({ ...step, told: words.wrongCode }, "reset"), status: 403 };
  await deps.store.changePerson(email, { password: await hashed(password), verified: true, wrong: 0 });
  await deps.endSessions(email);
  return { page: welcomePage({ ...step, told: words.passwordSet }) };
}

/** Forgets who is signed in at the provider, and leads back to the panel and nowhere else. */
function signOut({ url: own }: FormDeps, url: URL, response: ServerResponse): boolean {
  const wanted = url.searchParams.get("logout_uri") ?? "";
  const hosts = [own, own.replace("127.0.0.1", "localhost")];
  const back = hosts.some((host) => wanted === `${host}/`) ? wanted : "/";
  const names = ["_session", "_session.sig", "_session.legacy", "_session.legacy.sig"];
  response.setHeader(
    "set-cookie",
    names.map((name) => `${name}=; Path=/; Max-Age=0; HttpOnly`),
  );
  response.writeHead(303, { location: back, "cache-control": "no-store" }).end();
  return true;
}
