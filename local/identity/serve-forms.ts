import type { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import { type FormStep, posted, shown } from "./form-steps.ts";
import { IDENTITY_PATH } from "./identity-names.ts";
import { cookieNames } from "./identity-options.ts";
import { gonePage, mailPage, STYLES } from "./identity-pages.ts";
import { identityWords } from "./identity-words.ts";
import { readForm } from "./read-form.ts";
import { sendPage } from "./send-page.ts";

type FormDeps = FormStep["deps"] & { provider: Provider };

/** Answers our own pages. @returns whether it did; the library answers everything else. */
export function serveForms(deps: FormDeps) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const url = new URL(request.url ?? "/", deps.url);
    if (url.pathname === `${IDENTITY_PATH}/styles.css`)
      return sendPage(response, 200, STYLES, "text/css; charset=utf-8");
    if (url.pathname === `${IDENTITY_PATH}/mail` && !deps.isForTeam) {
      const mails = await deps.mailTo(url.searchParams.get("to"));
      return sendPage(response, 200, mailPage(identityWords(request.headers["accept-language"]), mails));
    }
    if (url.pathname === `${IDENTITY_PATH}/logout`) return signOut(deps, url, response);
    const found = /^\/identity\/interaction\/[\w-]+(?:\/([\w-]+))?$/.exec(url.pathname);
    return found ? serveStep(deps, request, response, found[1]) : false;
  };
}

/**
 * Answers a form of a sign-in, which is identified by a cookie for its path, so another site's form comes without it.
 */
async function serveStep(
  deps: FormDeps,
  request: IncomingMessage,
  response: ServerResponse,
  name: string | undefined,
): Promise<true> {
  const accepted = request.headers["accept-language"];
  const details = await deps.provider.interactionDetails(request, response).catch(() => null);
  if (!details) return sendPage(response, 400, gonePage(identityWords(accepted)));
  const { uid, params } = details;
  const form = request.method === "POST" ? await readForm(request) : {};
  const step: FormStep = {
    deps,
    uid,
    isForTeam: deps.isForTeam,
    at: `${IDENTITY_PATH}/interaction/${uid}`,
    form,
    email: (form.email ?? "").trim().toLowerCase(),
    ...identityWords(accepted, params.ui_locales),
  };
  const outcome = request.method === "POST" ? await posted(step, name) : shown(step, name);
  if ("page" in outcome) return sendPage(response, outcome.status ?? 200, outcome.page);
  await deps.provider.interactionFinished(request, response, { login: { accountId: outcome.signedIn } });
  return true;
}

/** Signs the person out at the provider, and leads back only to the panel. */
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
