import * as oidc from "openid-client";
import { IdentityEnv, parseEnv } from "../../core/env.ts";
import type { Identity } from "../../core/operations/users/find-person.ts";
import { once } from "../once.ts";

/** A sign-in to be sent to the provider. */
export interface SignInRequest {
  url: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** A person, and when they proved to the provider who they are: times of its id token, epoch seconds. */
export interface ProvenIdentity {
  identity: Identity;
  proof: { iat: number; auth_time?: unknown };
}

/** Where the provider returns people to. */
const redirectUri = (panelUrl: string) => `${panelUrl}/panel-api/session/callback`;

/** The provider's settings, read from itself at the first need; a read that failed is repeated. */
const known = once(() => ({ config: null as oidc.Configuration | null }));

async function configuration(): Promise<oidc.Configuration> {
  const place = known();
  if (place.config) return place.config;
  const {
    IDENTITY_ISSUER: issuer,
    IDENTITY_ADDRESS: address,
    IDENTITY_CLIENT_ID: clientId,
  } = parseEnv(IdentityEnv, process.env);
  const url = new URL(issuer);
  // Only on one machine: no stage in the cloud names such an address.
  const isLoopback = url.protocol === "http:" && ["127.0.0.1", "localhost"].includes(url.hostname);
  const options = {
    ...(isLoopback && { execute: [oidc.allowInsecureRequests] }),
    ...(address && { [oidc.customFetch]: fetchAt(address, url) }),
  };
  place.config = await oidc.discovery(url, clientId, undefined, oidc.None(), options);
  return place.config;
}

/** Creates a fetch that reaches the issuer's host at another address. */
function fetchAt(address: string, { origin }: URL): oidc.CustomFetch {
  return (url, options) => {
    const there = url.startsWith(`${origin}/`) ? `${address}${url.slice(origin.length)}` : url;
    return fetch(there, { ...options, body: options.body ?? null });
  };
}

/** Creates a sign-in: an authorization code with PKCE, and no secret of ours. */
export async function newSignIn(panelUrl: string): Promise<SignInRequest> {
  const config = await configuration();
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri(panelUrl),
    scope: "openid email",
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    // Else Cognito lets a browser in that signed in within the hour, without a question.
    prompt: "login",
    state,
    nonce,
  });
  return { url: url.href, state, nonce, verifier };
}

/**
 * Exchanges a code for the person, by what the provider signed. The tokens are dropped here.
 * @param query as the provider sent it back. @throws an error of the library: the code or anything else is wrong.
 */
export async function exchange(
  panelUrl: string,
  query: string,
  { state, nonce, verifier }: Omit<SignInRequest, "url">,
): Promise<ProvenIdentity> {
  const config = await configuration();
  const tokens = await oidc.authorizationCodeGrant(config, new URL(`${redirectUri(panelUrl)}?${query}`), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims || typeof claims.email !== "string") throw new Error("The provider named no e-mail address.");
  const name = typeof claims.name === "string" ? claims.name : null;
  // Cognito's is a boolean in the id token; others write it as a text.
  const isVerified = claims.email_verified === true || String(claims.email_verified) === "true";
  const identity = { iss: claims.iss, sub: claims.sub, email: claims.email, email_verified: isVerified, name };
  return { identity, proof: { iat: claims.iat, auth_time: claims.auth_time } };
}

/** Where the provider signs a person out, and returns them to the panel. */
export async function signOutUrl(panelUrl: string): Promise<string> {
  const config = await configuration();
  const { end_session_endpoint: end } = config.serverMetadata();
  const back = `${panelUrl}/`;
  if (!end) return back;
  const url = new URL(end);
  url.searchParams.set("client_id", config.clientMetadata().client_id);
  url.searchParams.set("logout_uri", back);
  return url.href;
}
