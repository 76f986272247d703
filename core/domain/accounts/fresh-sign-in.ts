/**
 * The provider's two times and the stored start of the sign-in are all in whole seconds, so a second is allowed for
 * rounding.
 */
const ROUNDING_SEC = 1;

/**
 * Whether the user entered their password during this sign-in. A provider that remembers a browser lets it in without a
 * password, even after a password reset that was meant to lock it out. A request parameter can prevent that, but it is
 * part of a URL that the browser's owner can edit.
 * @param token the provider's id token, with the times when it was issued and when the user proved their identity, in
 * epoch seconds.
 * @param tookMs the time from the start of the sign-in until the token was received, by our clock.
 */
export function isFreshSignIn(token: { iat: number; auth_time?: unknown }, tookMs: number): boolean {
  const { iat, auth_time: provenAt } = token;
  return typeof provenAt === "number" && iat - provenAt <= tookMs / 1000 + ROUNDING_SEC;
}
