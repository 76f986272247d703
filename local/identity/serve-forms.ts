import type { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import { type FormStep, posted, shown } from "./form-steps.ts";
import { IDENTITY_PATH } from "./identity-names.ts";
import { cookieNames } from "./identity-options.ts";
import { gonePage, mailPage, STYLES, tooManyPage } from "./identity-pages.ts";
import type { BrowserMac } from "./identity-secrets.ts";
import { identityWords } from "./identity-words.ts";
import { knownBrowser, knownBrowserCookie } from "./known-browser.ts";
import { readForm } from "./read-form.ts";
import { sendPage } from "./send-page.ts";

type FormDeps = FormStep["deps"] & { provider: Provider; browserMac: BrowserMac };

/**
 * The maximum number of sign-ins and forms that a client can start or submit per minute. A sign-in takes two to four of
 * them.
 */
const FORMS_A_MINUTE_MAX = 60;
const MINUTE_MS = 60_000;

/** Serves our own pages. @returns whether the request was answered. All other requests are left to the library. */
export function serveForms(deps: FormDeps) {
  return async (request: IncomingMessage, response: ServerResponse, block: string): Promise<boolean> => {
    const url = new URL(request.url ?? "/", deps.url);
    // Without a team, everyone is the machine's owner and has the same IP address.
    if (deps.isForTeam && (request.method === "POST" || url.pathname === `${IDENTITY_PATH}/auth`)) {
      const retryAfterMs = isGatewaysOwn(url) ? 0 : await takeForm(deps, block);
      const page = tooManyPage(identityWords(request.headers["accept-language"]));
      if (retryAfterMs > 0) return sendPage(response, 429, page, { retryAfterMs });
    }
    if (url.pathname === `${IDENTITY_PATH}/styles.css`)
      return sendPage(response, 200, STYLES, { type: "text/css; charset=utf-8" });
    if (url.pathname === `${IDENTITY_PATH}/mail` && !deps.isForTeam) {
      const mails = await deps.mailTo(url.searchParams.get("to"));
      return sendPage(response, 200, mailPage(identityWords(request.headers["accept-language"]), mails));
    }
    if (url.pathname === `${IDENTITY_PATH}/logout`) return signOut(deps, url, response);
    const found = /^\/identity\/interaction\/[\w-]+(?:\/([\w-]+))?$/.exec(url.pathname);
    return found ? serveStep(deps, { request, response, block }, found[1]) : false;
  };
}

/**
 * Whether a request was sent by the gateway itself, which uses this path to exchange each sign-in's code for a token,
 * always as the same client.
 */
const isGatewaysOwn = ({ pathname }: URL) => pathname === `${IDENTITY_PATH}/token`;

const takeForm = ({ store }: FormDeps, block: string) => store.takeTry("forms", block, FORMS_A_MINUTE_MAX, MINUTE_MS);

/**
 * Serves a sign-in form. A cookie for the sign-in's path identifies the sign-in, so a form submitted by another site
 * lacks it.
 */
async function serveStep(
  deps: FormDeps,
  { request, response, block }: { request: IncomingMessage; response: ServerResponse; block: string },
  name: string | undefined,
): Promise<true> {
  const accepted = request.headers["accept-language"];
  const details = await deps.provider.interactionDetails(request, response).catch(() => null);
  if (!details) return sendPage(response, 400, gonePage(identityWords(accepted)));
  const { uid, params } = details;
  const form = request.method === "POST" ? await readForm(request) : {};
  const email = (form.email ?? "").trim().toLowerCase();
  const step: FormStep = {
    deps,
    uid,
    isForTeam: deps.isForTeam,
    at: `${IDENTITY_PATH}/interaction/${uid}`,
    form,
    email,
    client: { block, browser: knownBrowser(deps, request, email) },
    ...identityWords(accepted, params.ui_locales),
  };
  const outcome = request.method === "POST" ? await posted(step, name) : shown(step, name);
  if (outcome.isOwner) response.setHeader("set-cookie", knownBrowserCookie(deps, email));
  if ("page" in outcome) return sendPage(response, outcome.status ?? 200, outcome.page, outcome);
  await deps.provider.interactionFinished(request, response, { login: { accountId: outcome.signedIn } });
  return true;
}

/** Signs the user out at the provider, then redirects. The redirect can only lead to the panel. */
function signOut(deps: FormDeps, url: URL, response: ServerResponse): true {
  const own = deps.url;
  const wanted = url.searchParams.get("logout_uri") ?? "";
  const hosts = [own, own.replace("127.0.0.1", "localhost")];
  const back = hosts.some((host) => wanted === `${host}/`) ? wanted : "/";
  const { session } = cookieNames(deps);
  const names = ["", ".sig", ".legacy", ".legacy.sig"].map((end) => `${session}${end}`);
  const secure = own.startsWith("https:") ? "; Secure" : "";
  response.setHeader(
    "set-cookie",
    names.map((name) => `${name}=; Path=/; Max-Age=0; HttpOnly${secure}`),
  );
  response.writeHead(303, { location: back, "cache-control": "no-store" }).end();
  return true;
}
