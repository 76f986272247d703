/** Both of the provider's times are in whole seconds, and so is the stored start of the sign-in. */
const ROUNDING_SEC = 1;

/**
 * Whether the person entered their password during this sign-in. A provider that remembers a browser lets it in without
 * a password, even after a password reset that was meant to lock it out. A parameter can prevent that, but it is in a
 * URL that the browser's owner can edit.
 * @param token the provider's id token, with the times when it was issued and when the person proved who they are, in
 * epoch seconds.
 * @param tookMs time from the start of the sign-in to the token, by our clock.
 */
export function isFreshSignIn(token: { iat: number; auth_time?: unknown }, tookMs: number): boolean {
  const { iat, auth_time: provenAt } = token;
  return typeof provenAt === "number" && iat - provenAt <= tookMs / 1000 + ROUNDING_SEC;
}
