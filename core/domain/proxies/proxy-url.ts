import { LIMITS } from "../../contracts/limits.ts";
import { webhookUrl } from "../webhooks/webhook-url.ts";

/** A proxy as described by its URL. */
export interface NumberProxy {
  /** The proxy's protocol: `http`, HTTP over TLS, or SOCKS5. */
  kind: "http" | "https" | "socks5";
  /** The host as returned by `URL`: lower case and punycode, with an IPv6 address in brackets. */
  hostname: string;
  port: number;
  /** The decoded user name and password, or null if the proxy doesn't require them. */
  login: { user: string; password: string } | null;
}

/** A proxy whose URL has been checked, or an error sentence. */
export type ProxyVerdict = { proxy: NumberProxy } | { error: string };

const KINDS: Readonly<Record<string, NumberProxy["kind"]>> = {
  http: "http",
  https: "https",
  socks5: "socks5",
  socks5h: "socks5",
};
/** The maximum length of the user name and of the password. RFC 1929 encodes each length in one byte. */
const LOGIN_MAX_BYTES = 255;
/** If a user name is shorter than this, no part of it is shown, because that would reveal most of the name. */
const SHOWN_FROM_CHARS = 8;
const LAST = 4;

const refuse = (error: string): ProxyVerdict => ({ error });

/**
 * Checks a proxy's URL without any network access. The URL must have `http://`, `https://`, `socks5://` or
 * `socks5h://`, an allowed host, an explicit port, and a user name and password if the proxy needs them. Error
 * sentences never quote the URL.
 * @param allowPrivate whether names without a dot and private addresses are allowed, as on a single machine.
 */
export function proxyUrl(text: string, allowPrivate: boolean): ProxyVerdict {
  if (text.length > LIMITS.proxyUrlMaxChars) {
    return refuse(`The url is longer than ${LIMITS.proxyUrlMaxChars} characters. Use a shorter one.`);
  }
  if (/[\p{Cc}\s\\\ufffd]/u.test(text)) {
    return refuse("The url contains a space, a control character or a backslash. Remove or percent-encode it.");
  }
  const colon = text.indexOf("://");
  const scheme = text.slice(0, Math.max(0, colon)).toLowerCase();
  const kind = Object.hasOwn(KINDS, scheme) ? KINDS[scheme] : undefined;
  if (kind === undefined) return refuse("Use a url that begins with http://, https://, socks5:// or socks5h://.");
  const rest = text.slice(colon + "://".length);
  // With any other scheme, the parser would not treat the host as a host name.
  if (!URL.canParse(`http://${rest}`)) return refuse(NO_URL);
  const url = new URL(`http://${rest}`);
  if (url.pathname !== "/" || url.search !== "" || /[?#]/.test(rest)) {
    return refuse("The url contains more than a host and a port. Remove everything after the port.");
  }
  const port = Number(/:(\d{1,5})\/?$/.exec(rest.slice(rest.lastIndexOf("@") + 1))?.[1]);
  if (!(port > 0)) return refuse("The url has no port. Add one, as in socks5://proxy.example.com:1080.");
  // The same hosts and ports as for a webhook; its sentences speak of webhooks.
  if ("error" in webhookUrl(`https://${url.hostname}:${port}/`, allowPrivate)) return refuse(NO_HOST);
  const login = loginOf(url);
  return "error" in login ? login : { proxy: { kind, hostname: url.hostname, port, ...login } };
}

const NO_URL = "This is not a valid url. Check its host and port, and percent-encode the user name and the password.";
const NO_HOST =
  "The proxy must be on the public internet. Use a full public name such as proxy.example.com, or a public address, and a port that is not used by another protocol.";

function loginOf({ username, password }: URL): Pick<NumberProxy, "login"> | { error: string } {
  if (username === "" && password === "") return { login: null };
  const login = { user: decoded(username), password: decoded(password) };
  const { user, password: secret } = login;
  if (user === null || secret === null || /\p{Cc}/u.test(user + secret)) return { error: NO_URL };
  if (user === "") return { error: "The url contains a password without a user name. Use both, or neither." };
  if (user.includes(":"))
    return { error: "The user name contains a colon, which proxies don't support. Use a different user name." };
  if ([user, secret].some((part) => new TextEncoder().encode(part).length > LOGIN_MAX_BYTES)) {
    return { error: `The user name or the password is longer than ${LOGIN_MAX_BYTES} bytes.` };
  }
  return { login: { user, password: secret } };
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/**
 * Returns the part of a proxy that may be shown: its host and port, and the end of a long user name, by which two
 * logins at one host can be told apart. Nothing of the password.
 */
export function shownProxy({ hostname, port, login }: NumberProxy): { host: string; last4: string | null } {
  const chars = [...(login?.user ?? "")];
  return { host: `${hostname}:${port}`, last4: chars.length < SHOWN_FROM_CHARS ? null : chars.slice(-LAST).join("") };
}
