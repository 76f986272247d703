import type { IncomingMessage, ServerResponse } from "node:http";
import Provider, { type Configuration } from "oidc-provider";
import { IDENTITY_PATH, LOCAL_ADMIN, PANEL_CLIENT } from "./identity-names.ts";
import { cookieNames, type IdentityOptions } from "./identity-options.ts";
import { gonePage } from "./identity-pages.ts";
import { type IdentitySecrets, identitySecrets } from "./identity-secrets.ts";
import { identityStore } from "./identity-store.ts";
import { identityWords } from "./identity-words.ts";
import { PAGE_HEADERS } from "./send-page.ts";
import { serveForms } from "./serve-forms.ts";
import { tableAdapter } from "./table-adapter.ts";

/** A running identity provider. */
export interface IdentityProvider {
  issuer: string;
  /** Answers a request below `IDENTITY_PATH`. @param block the client's network, for counting attempts. */
  answer(request: IncomingMessage, response: ServerResponse, block: string): Promise<void>;
}

const HOUR_SEC = 3_600;
const DAY_SEC = 86_400;

/**
 * Starts a single machine's identity provider, which replaces Amazon Cognito. OpenID Connect itself is handled by a
 * library; the pages are our own. Like everything on a single machine, the provider can only be reached through
 * loopback.
 */
export async function startIdentity(options: IdentityOptions): Promise<IdentityProvider> {
  const issuer = `${options.url}${IDENTITY_PATH}`;
  const store = identityStore(options);
  const secrets = await identitySecrets(store, options.vault);
  const provider = new Provider(issuer, configuration(options, secrets));
  provider.proxy = isSecure(options); // it then reads the scheme set below
  const { host } = new URL(options.url);
  const { codeMac, browserMac } = secrets;
  const forms = serveForms({ ...options, store, provider, codeMac, browserMac });
  const library = provider.callback();
  return {
    issuer,
    async answer(request, response, block) {
      if (await forms(request, response, block)) return;
      // The library gets the path relative to its mount point, which it determines from the original path.
      Object.assign(request, { originalUrl: request.url });
      // The gateway sends requests to this machine's own address, and the front has removed the proxy's headers.
      if (isSecure(options)) Object.assign(request.headers, { host, "x-forwarded-proto": "https" });
      request.url = (request.url ?? "").slice(IDENTITY_PATH.length) || "/";
      await library(request, response);
    },
  };
}

const isSecure = ({ url }: IdentityOptions) => url.startsWith("https:");

function configuration(options: IdentityOptions, { jwk, cookies }: IdentitySecrets): Configuration {
  const { url } = options;
  const hosts = [url, url.replace("127.0.0.1", "localhost")];
  return {
    adapter: (kind: string) => tableAdapter(options, kind),
    clients: [
      {
        client_id: PANEL_CLIENT,
        token_endpoint_auth_method: "none",
        response_types: ["code"],
        grant_types: ["authorization_code"],
        // Cognito's tokens also include the time at which the user entered their password.
        require_auth_time: true,
        redirect_uris: hosts.map((host) => `${host}/panel-api/session/callback`),
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: cookies, names: cookieNames(options) },
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: { openid: ["sub"], email: ["email", "email_verified", "name"] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    discovery: { end_session_endpoint: `${url}${IDENTITY_PATH}/logout` },
    interactions: { url: (_context, { uid }) => `${IDENTITY_PATH}/interaction/${uid}` },
    ttl: {
      // Sessions last as long as Amazon Cognito remembers a sign-in. The panel requires a new sign-in each time, so
      // this session alone gives nobody access.
      Session: HOUR_SEC,
      Interaction: HOUR_SEC,
      AuthorizationCode: 60,
      IdToken: 300,
      AccessToken: 300,
      Grant: DAY_SEC,
    },
    findAccount: async (_context, sub) => ({
      accountId: sub,
      // A user's subject is their email address in this provider. Only confirmed addresses get this far.
      claims: async () =>
        sub === LOCAL_ADMIN.sub && !options.isForTeam
          ? { ...LOCAL_ADMIN, email_verified: true }
          : { sub, email: sub, email_verified: true },
    }),
    // Replaces the library's own error page, which has its own wording and loads a font from another host.
    renderError(context) {
      context.set(PAGE_HEADERS);
      context.type = "html";
      context.body = gonePage(identityWords(context.get("accept-language")));
    },
    // The panel is our own, so users aren't asked to consent to sharing their address with it.
    async loadExistingGrant(context) {
      const { client, session, provider } = context.oidc;
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope("openid email");
      await grant.save();
      return grant;
    },
  };
}
