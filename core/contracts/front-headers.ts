/** Headers by which a front (CloudFront) tells the API that a request came through it, and from whom. */
export const FRONT_HEADERS = {
  /** The origin secret, which nobody but the front and the operator knows. */
  secret: "x-origin-secret",
  /** The caller's address, IPv4 or IPv6 without a port. Believed only beside the right secret. */
  callerAddress: "x-caller-address",
} as const;
