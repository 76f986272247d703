import { isIP } from "node:net";
import { LIMITS } from "../../contracts/limits.ts";
import { isHostName, isTopLevel } from "./host-name.ts";
import { isPublicAddress } from "./public-address.ts";

/** Host name suffixes that never lead to the public internet. */
const INTERNAL_NAMES = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "lan",
  "home",
  "corp",
  "home.arpa",
  "onion",
];

/** Ports of other protocols that a forged HTTP request could reach: the Fetch standard's list of bad ports. */
const BAD_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** A checked webhook URL, or a sentence that describes the problem. */
export type UrlVerdict = { url: URL } | { error: string };

const refuse = (error: string): UrlVerdict => ({ error });

/**
 * Checks a webhook's URL without any network access. Spec: Webhook, `url`.
 * 1. At most 2,048 characters, without spaces, control characters or backslashes.
 * 2. https, written out with `//`, without a user name or password, a fragment, or another protocol's port.
 * 3. The host is a public address, or a name with a dot that can exist in the public DNS (host-name.ts).
 * @param allowPrivate whether http, names without a dot and private addresses are allowed too, as on a single machine.
 */
export function webhookUrl(text: string, allowPrivate: boolean): UrlVerdict {
  if (text.length > LIMITS.webhookUrlMaxChars) {
    return refuse(`The url is longer than ${LIMITS.webhookUrlMaxChars} characters. Use a shorter one.`);
  }
  // The URL parser silently drops or rewrites these characters, so the stored text would differ from the URL that is
  // requested. U+FFFD indicates invalid text in the request.
  if (/[\p{Cc}\s\\\ufffd]/u.test(text)) {
    return refuse("The url contains a space, a control character or a backslash. Remove or percent-encode it.");
  }
  if (!(allowPrivate ? /^https?:\/\/[^/]/i : /^https:\/\/[^/]/i).test(text)) {
    return refuse(
      allowPrivate ? "Use a url that begins with https:// or http://." : "Use a url that begins with https://.",
    );
  }
  if (text.includes("#")) return refuse("The url contains a fragment (#…), which is never sent. Remove it.");
  const authority = text.slice(text.indexOf("//") + 2).split(/[/?]/, 1)[0] ?? "";
  if (authority.includes("@")) {
    return refuse("The url contains a user name or password. Remove it and use auth_header instead.");
  }
  if (!URL.canParse(text)) return refuse("This is not a valid url. Check its host and port.");
  const url = new URL(text);
  if (url.port !== "" && BAD_PORTS.has(Number(url.port))) {
    return refuse(`Port ${url.port} is used by another protocol. Use 443 or another web server port.`);
  }
  const { hostname } = url;
  const literal = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  if (isIP(literal) === 0 && !isHostName(hostname)) {
    return refuse("The url's host is not a valid name. Use a name such as hooks.example.com, or a public address.");
  }
  const isPublic = isIP(literal) === 0 ? isPublicName(hostname) : isPublicAddress(literal);
  return allowPrivate || isPublic
    ? { url }
    : refuse("The url must be on the public internet. Use a full public name such as hooks.example.com.");
}

/** Whether a host can be public. @param hostname as returned by `URL`: lower case, punycode, IPv4 always decimal. */
function isPublicName(hostname: string): boolean {
  const isInternal = INTERNAL_NAMES.some((name) => hostname === name || hostname.endsWith(`.${name}`));
  return isTopLevel(hostname.split(".").at(-1) ?? "") && hostname.includes(".") && !isInternal;
}
