import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration } from "oidc-provider";

/** How an organization has configured its provider, and how the provider identifies the gateway. */
export interface ProviderSetup {
  alg: "RS256" | "PS256" | "ES256" | "EdDSA";
  way: "client_secret_basic" | "client_secret_post" | "none";
  /** Whether the provider's tokens also contain the email address. The standard only requires it in the user info. */
  isAddressInToken: boolean;
}

export interface LibraryIssuer {
  url: string;
  clientId: string;
  clientSecret: string;
  /** Opens the provider's page as this user and consents. @returns the URL that the browser is sent back to. */
  visit(location: string): Promise<URL>;
  /** Opens the provider's sign-out page, and returns its status. */
  signOut(location: string): Promise<number>;
  stop(): Promise<void>;
}

const CLIENT = "gateway";
const SECRET = "a secret: with / and %";
const PERSON = { sub: "ana-1", email: "ana@example.com", email_verified: true };

/** Starts an OpenID Connect provider from a library, including the library's own checks of each request. */
export async function startLibraryIssuer(panelUrl: string, setup: ProviderSetup): Promise<LibraryIssuer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server's address
  const provider = new Provider(url, configuration(panelUrl, setup));
  const library = provider.callback();
  server.on("request", async (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return library(request, response);
    const { prompt, params } = await provider.interactionDetails(request, response);
    if (prompt.name === "login")
      return provider.interactionFinished(request, response, { login: { accountId: PERSON.sub } });
    const grant = new provider.Grant({ accountId: PERSON.sub, clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  });
  return {
    url,
    clientId: CLIENT,
    clientSecret: SECRET,
    visit: (location) => followed(url, location),
    async signOut(location) {
      return (await fetch(location, { redirect: "manual" })).status;
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function newKeyOf(alg: ProviderSetup["alg"]) {
  if (alg === "ES256") return generateKeyPairSync("ec", { namedCurve: "P-256" });
  return alg === "EdDSA" ? generateKeyPairSync("ed25519") : generateKeyPairSync("rsa", { modulusLength: 2048 });
}

function configuration(panelUrl: string, { alg, way, isAddressInToken }: ProviderSetup): Configuration {
  const { privateKey } = newKeyOf(alg);
  return {
    clients: [
      {
        client_id: CLIENT,
        ...(way !== "none" && { client_secret: SECRET }),
        token_endpoint_auth_method: way,
        id_token_signed_response_alg: alg,
        redirect_uris: [`${panelUrl}/panel-api/session/callback`],
        post_logout_redirect_uris: [`${panelUrl}/`],
        response_types: ["code"],
        grant_types: ["authorization_code"],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: "first", alg, use: "sig" }] },
    clientAuthMethods: [way],
    enabledJWA: { idTokenSigningAlgValues: [alg] },
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    conformIdTokenClaims: !isAddressInToken,
    pkce: { required: () => true },
    cookies: { keys: ["a key of the provider's cookies"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ ...PERSON, sub: id }) }),
  };
}

/** Follows the provider's redirects with its cookies, until one leads away from it. */
async function followed(origin: string, location: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let at = new URL(location);
  while (at.origin === origin) {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const answer = await fetch(at, { redirect: "manual", headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const next = answer.headers.get("location");
    if (next === null)
      throw new Error(`The provider answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
    at = new URL(next, at);
  }
  return at;
}
