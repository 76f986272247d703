/** The name of a cookie. Browsers accept `__Host-` at its start only over TLS, for this host and every path. */
export const cookieName = (what: "session" | "signin", isSecure: boolean) => (isSecure ? `__Host-${what}` : what);

/** Builds a `Set-Cookie` header; `maxAgeSec` 0 removes the cookie. Scripts never see it. */
export function setCookie(
  what: "session" | "signin",
  value: string,
  { isSecure, maxAgeSec }: { isSecure: boolean; maxAgeSec: number },
): string {
  // The sign-in returns from another site and needs its cookie, but a session's cookie is never sent from there.
  const sameSite = what === "session" ? "Strict" : "Lax";
  const name = cookieName(what, isSecure);
  return `${name}=${value}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAgeSec}${isSecure ? "; Secure" : ""}`;
}
