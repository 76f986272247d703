import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { cookieNames, type IdentityOptions } from "./identity-options.ts";
import type { BrowserMac } from "./identity-secrets.ts";

const LASTS_SEC = 365 * 86_400;

interface Deps extends Pick<IdentityOptions, "url"> {
  browserMac: BrowserMac;
}

/**
 * Returns the cookie that marks a browser in which an email address's owner has signed in. The cookie doesn't sign
 * anyone in. It only prevents strangers from using up this browser's attempts.
 */
export function knownBrowserCookie(deps: Deps, email: string): string {
  const id = randomBytes(16).toString("base64url");
  const secure = deps.url.startsWith("https:") ? "; Secure" : "";
  const value = `${id}.${deps.browserMac(id, email)}`;
  return `${cookieNames(deps).browser}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${LASTS_SEC}${secure}`;
}

/** Returns the browser's ID if its cookie was set for the owner of this address, otherwise null. */
export function knownBrowser(deps: Deps, request: IncomingMessage, email: string): string | null {
  const wanted = `${cookieNames(deps).browser}=`;
  const pair = (request.headers.cookie ?? "").split(/; */).find((one) => one.startsWith(wanted));
  const [id = "", mac = ""] = pair?.slice(wanted.length).split(".") ?? [];
  if (!/^[\w-]{22}$/.test(id)) return null;
  const expected = Buffer.from(deps.browserMac(id, email));
  const given = Buffer.from(mac);
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}
