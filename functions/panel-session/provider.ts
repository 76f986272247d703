import * as oidc from "openid-client";
import type { Identity } from "../../core/operations/users/find-person.ts";
import { type Issuer, issuer } from "./issuer.ts";
import { NotSignedIn } from "./why-refused.ts";

/** A sign-in to be sent to the provider. */
export interface SignInRequest {
  url: string;
  state: string;
  nonce: string;
  verifier: string;
}

/**
 * A person, and when they proved to the provider who they are: times of its id token, epoch seconds. null: another
 * organization's provider, which decides itself how often it asks.
 */
export interface ProvenIdentity {
  identity: Identity;
  proof: { iat: number; auth_time?: unknown } | null;
}

/** Where the provider returns people to. */
const redirectUri = (panelUrl: string) => `${panelUrl}/panel-api/session/callback`;

/** Creates a sign-in: an authorization code with PKCE. */
export async function newSignIn(panelUrl: string): Promise<SignInRequest> {
  const { config, isForeign } = await issuer();
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri(panelUrl),
    scope: "openid email",
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    // Else Cognito lets a browser in that signed in within the hour, without a question. Others refuse the unknown.
    ...(!isForeign && { prompt: "login" }),
    state,
    nonce,
  });
  return { url: url.href, state, nonce, verifier };
}

/**
 * Exchanges a code for the person, by what the provider signed. The tokens are dropped here.
 * @param query as the provider sent it back. @throws an error of the library, or NotSignedIn.
 */
export async function exchange(
  panelUrl: string,
  query: string,
  { state, nonce, verifier }: Omit<SignInRequest, "url">,
): Promise<ProvenIdentity> {
  const provider = await issuer();
  const tokens = await oidc.authorizationCodeGrant(provider.config, new URL(`${redirectUri(panelUrl)}?${query}`), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new NotSignedIn("untrusted");
  const about = await aboutPerson(provider, claims, tokens.access_token);
  if (typeof about.email !== "string") throw new NotSignedIn("no_address");
  const name = typeof about.name === "string" ? about.name : null;
  // Cognito's is a boolean in the id token; others write it as a text.
  const isVerified = about.email_verified === true || String(about.email_verified) === "true";
  // By the address people are invited, so another's provider must have confirmed it.
  if (provider.isForeign && !isVerified) throw new NotSignedIn("unconfirmed");
  const iss = provider.name || claims.iss;
  const identity = { iss, sub: claims.sub, email: about.email, email_verified: isVerified, name };
  return { identity, proof: provider.isForeign ? null : { iat: claims.iat, auth_time: claims.auth_time } };
}

/** Many providers leave the address out of the id token, and answer with it when asked with the access token. */
async function aboutPerson(
  { config, isForeign }: Issuer,
  claims: oidc.IDToken,
  accessToken: string,
): Promise<Record<string, unknown>> {
  if (!isForeign || claims.email !== undefined || !config.serverMetadata().userinfo_endpoint) return claims;
  return oidc.fetchUserInfo(config, accessToken, claims.sub);
}

/** Where the provider signs a person out, and returns them to the panel. */
export async function signOutUrl(panelUrl: string): Promise<string> {
  const { config, isForeign } = await issuer();
  const { end_session_endpoint: end } = config.serverMetadata();
  const back = `${panelUrl}/`;
  if (!end) return back;
  const url = new URL(end);
  url.searchParams.set("client_id", config.clientMetadata().client_id);
  url.searchParams.set(isForeign ? "post_logout_redirect_uri" : "logout_uri", back);
  return url.href;
}
