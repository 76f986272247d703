/** Both times are the provider's, in whole seconds, and the sign-in's start is stored in whole seconds. */
const ROUNDING_SEC = 1;

/**
 * Whether somebody entered their password in this very sign-in. A provider that remembers a browser lets it in without
 * asking, even after a reset meant to lock it out; and the parameter that asks the provider not to is in an address
 * that the browser's owner can edit.
 * @param token the provider's id token: when it was issued, and when the person proved who they are; epoch seconds.
 * @param tookMs time from the start of the sign-in to the token, by our clock.
 */
export function isFreshSignIn(token: { iat: number; auth_time?: unknown }, tookMs: number): boolean {
  const { iat, auth_time: provenAt } = token;
  return typeof provenAt === "number" && iat - provenAt <= tookMs / 1000 + ROUNDING_SEC;
}
