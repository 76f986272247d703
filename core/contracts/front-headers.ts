/**
 * The headers that a front (CloudFront) uses to prove to the API that a request came through it, and to pass on the
 * caller's address.
 */
export const FRONT_HEADERS = {
  /** The origin secret, shared only by the front and the operator. */
  secret: "x-origin-secret",
  /** The caller's address, IPv4 or IPv6 without a port. Trusted only if the secret is correct. */
  callerAddress: "x-caller-address",
} as const;
