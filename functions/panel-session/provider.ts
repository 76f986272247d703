import * as oidc from "openid-client";
import type { Identity } from "../../core/operations/users/find-person.ts";
import { type Issuer, issuer } from "./issuer.ts";
import { NotSignedIn } from "./why-refused.ts";

/** The data for a sign-in that is about to be sent to the identity provider. */
export interface SignInRequest {
  url: string;
  state: string;
  nonce: string;
  verifier: string;
}

/**
 * A user's identity, and when they last authenticated with the provider. The times are from the id token, in epoch
 * seconds. They are null for another organization's provider, which decides on its own how often users must
 * authenticate.
 */
export interface ProvenIdentity {
  identity: Identity;
  proof: { iat: number; auth_time?: unknown } | null;
}

/** The URL that the provider returns users to after sign-in. */
const redirectUri = (panelUrl: string) => `${panelUrl}/panel-api/session/callback`;

/** Creates a sign-in with the authorization code flow and PKCE. */
export async function newSignIn(panelUrl: string): Promise<SignInRequest> {
  const { config, isForeign } = await issuer();
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri(panelUrl),
    scope: "openid email",
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    // Without this parameter, Cognito would silently accept any browser that signed in within the last hour. Other
    // providers reject unknown parameters.
    ...(!isForeign && { prompt: "login" }),
    state,
    nonce,
  });
  return { url: url.href, state, nonce, verifier };
}

/**
 * Exchanges a code for the user's identity, relying on data signed by the provider. The tokens are then discarded.
 * @param query the query string returned by the provider. @throws an error from the library, or NotSignedIn.
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
  // In Cognito's id token, this claim is a boolean. Other providers send it as text.
  const isVerified = about.email_verified === true || String(about.email_verified) === "true";
  // Invitations are sent to email addresses, so another organization's provider must have verified the address.
  if (provider.isForeign && !isVerified) throw new NotSignedIn("unconfirmed");
  const iss = provider.name || claims.iss;
  const identity = { iss, sub: claims.sub, email: about.email, email_verified: isVerified, name };
  return { identity, proof: provider.isForeign ? null : { iat: claims.iat, auth_time: claims.auth_time } };
}

/**
 * Returns what the provider knows about the user. Many providers leave the email address, or only whether it is
 * verified, out of the id token and return it only when queried with the access token.
 */
async function aboutPerson(
  { config, isForeign }: Issuer,
  claims: oidc.IDToken,
  accessToken: string,
): Promise<Record<string, unknown>> {
  const isComplete = claims.email !== undefined && claims.email_verified !== undefined;
  if (!isForeign || isComplete || !config.serverMetadata().userinfo_endpoint) return claims;
  const about = await oidc.fetchUserInfo(config, accessToken, claims.sub);
  return about.email === undefined ? claims : about;
}

/** Returns the provider's sign-out URL, which returns the user to the panel afterward. */
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
