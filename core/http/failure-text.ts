import { NotPublicError } from "./checked-address.ts";

/** Sentences for failures that the customer can fix, by error code. */
const SENTENCES: Record<string, string> = {
  ENOTFOUND: "The host name does not resolve. Check the url.",
  EAI_AGAIN: "The host name could not be resolved. The problem may be temporary.",
  ECONNREFUSED: "The connection was refused. Nothing is listening at this host and port.",
  ECONNRESET: "The connection was closed before a response arrived.",
  EPIPE: "The connection was closed before a response arrived.",
  EHOSTUNREACH: "The host can't be reached.",
  ENETUNREACH: "The host can't be reached.",
  ETIMEDOUT: "The host did not accept the connection in time.",
  HPE_HEADER_OVERFLOW: "The response's headers are larger than 16 KiB.",
  CERT_HAS_EXPIRED: "The host's certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The host's certificate is self-signed. Use one of a public certificate authority.",
  SELF_SIGNED_CERT_IN_CHAIN: "The host's certificate is not from a public certificate authority.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "The host's certificate chain is incomplete. Send the intermediate certificates too.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The host's certificate is not from a public certificate authority.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The host's certificate is for a different name.",
  EPROTO: "The TLS handshake failed.",
};

/**
 * Returns a plain sentence about a failure, for the list of deliveries. It never reveals the response or an address.
 */
export function failureText(error: unknown): string {
  if (error instanceof NotPublicError) return "The host is not on the public internet, so nothing was sent.";
  const codes = errorCodes(error);
  for (const code of codes) {
    const sentence = SENTENCES[code];
    if (sentence) return sentence;
    if (code.startsWith("HPE_")) return "The response was not valid HTTP/1.1.";
    if (code.startsWith("ERR_SSL_")) return "The TLS handshake failed.";
  }
  return `The request failed${codes[0] ? ` (${codes[0]})` : ""}.`;
}

/** Collects the codes of an error, of its cause and, if several addresses were tried, of each attempt. */
function errorCodes(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  const attempts = error instanceof AggregateError ? error.errors : [];
  return [...own, ...errorCodes(error.cause), ...attempts.flatMap(errorCodes)];
}

/** Returns an error's code for the log. */
export function errorName(error: unknown): string {
  return errorCodes(error)[0] ?? "unknown";
}
