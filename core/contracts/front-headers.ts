/** Headers by which a front (CloudFront) shows the API that a request came through it, and from whom. */
export const FRONT_HEADERS = {
  /** The origin secret, known only to the front and the operator. */
  secret: "x-origin-secret",
  /** The caller's address, IPv4 or IPv6 without a port. Trusted only together with the right secret. */
  callerAddress: "x-caller-address",
} as const;
