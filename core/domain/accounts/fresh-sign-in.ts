/**
 * Allows a second for rounding, because both of the provider's times and our stored start time are in whole seconds.
 */
const ROUNDING_SEC = 1;

/**
 * Whether the user entered their password during this sign-in. A provider that remembers a browser lets it in without a
 * password, even after a password reset that was meant to lock it out. A request parameter can prevent that, but it is
 * part of a URL that anyone at the browser can edit.
 * @param token the provider's id token, with the times when it was issued and when the user proved their identity, in
 * epoch seconds.
 * @param tookMs the time from the start of the sign-in until the token was received, by our clock.
 */
export function isFreshSignIn(token: { iat: number; auth_time?: unknown }, tookMs: number): boolean {
  const { iat, auth_time: provenAt } = token;
  return typeof provenAt === "number" && iat - provenAt <= tookMs / 1000 + ROUNDING_SEC;
}
