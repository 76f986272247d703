/**
 * Returns a cookie's name. Browsers accept a name that starts with `__Host-` only over TLS, and only if the cookie is
 * for this host alone and for all of its paths.
 */
export const cookieName = (what: "session" | "signin", isSecure: boolean) => (isSecure ? `__Host-${what}` : what);

/** Builds a `Set-Cookie` header for a cookie that scripts can't read. A `maxAgeSec` of 0 removes the cookie. */
export function setCookie(
  what: "session" | "signin",
  value: string,
  { isSecure, maxAgeSec }: { isSecure: boolean; maxAgeSec: number },
): string {
  // A sign-in ends with a redirect from another site, and the sign-in cookie must be sent with it. A session's cookie,
  // in contrast, is never sent with requests from other sites.
  const sameSite = what === "session" ? "Strict" : "Lax";
  const name = cookieName(what, isSecure);
  return `${name}=${value}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAgeSec}${isSecure ? "; Secure" : ""}`;
}
