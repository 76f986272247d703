import { LIMITS } from "../../contracts/limits.ts";
import { HEADER_NAME_RULE, HEADER_VALUE_RULE } from "../../contracts/webhook.ts";

/**
 * Header names that a webhook can't use for its custom header: headers set by the service, headers that describe the
 * body, and hop-by-hop headers.
 */
const REFUSED_NAMES = new Set([
  "host",
  "user-agent",
  "expect",
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "http2-settings",
]);
const REFUSED_PREFIXES = ["webhook-", "content-", "accept"];

/**
 * Returns error sentences about a webhook's custom header, or an empty list if it is valid. Spec: Webhook management
 * ("the header must not be one of the service's own").
 */
export function authHeaderErrors(header: { name: string; value: string }): string[] {
  const errors: string[] = [];
  const name = header.name.toLowerCase();
  if (name.length > LIMITS.headerNameMaxChars || !/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) {
    errors.push(HEADER_NAME_RULE);
  } else if (REFUSED_NAMES.has(name) || REFUSED_PREFIXES.some((prefix) => name.startsWith(prefix))) {
    errors.push(`The header ${header.name} is set by the service or by the connection. Choose another name.`);
  }
  // HTTP drops a space at either end, so the receiver would not get the configured value.
  const isLong = header.value.length > LIMITS.headerValueMaxChars;
  if (isLong || !/^[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?$/.test(header.value)) errors.push(HEADER_VALUE_RULE);
  return errors;
}
