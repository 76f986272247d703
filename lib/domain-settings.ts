/** The operator's own domain name for customers' requests, such as api.example.com. */
export type DomainSettings = {
  name: string;
  /**
   * Whether the name also resolves to an IPv6 address. If so, API keys restricted to IPv4 addresses need the
   * corresponding IPv6 addresses as well.
   */
  hasIpv6?: boolean;
  /** Disables the hostname assigned by API Gateway. File links that use it stop working. */
  isOnlyAddress?: boolean;
} & DomainProof;

/**
 * Either the name's Route 53 zone, in which certificates and DNS records are created, or a certificate created by hand.
 */
export type DomainProof =
  | { hostedZoneId: string; hostedZoneName: string }
  /**
   * The ARN of an ACM certificate in the stage's region. Without a hosted zone, the operator creates the DNS records
   * listed in the outputs.
   */
  | { certificateArn: string };

/** CloudFront with a firewall, in front of the API. */
export interface FrontSettings {
  /**
   * Another name in the same zone, such as origin.example.com, that CloudFront uses to connect to the API. Customers
   * never use it.
   */
  originName: string;
  /**
   * The ARN of an ACM certificate for the domain name, in us-east-1. If omitted, a certificate is created using the
   * hosted zone.
   */
  certificateArn?: string;
  /**
   * CloudFront sends the first secret, and the API accepts all of them. There are only two while one is replacing the
   * other.
   */
  originSecrets: readonly OriginSecret[];
  /** The number of requests that an IP address may send within five minutes. Further requests get a 429. */
  requestsPer5Min: number;
  /**
   * If false, the distribution exists alongside the API, so it can be tested. If true, it takes over the domain name
   * and becomes the only entry point.
   */
  takesOver: boolean;
}

/**
 * A secret that identifies requests from the API's front. `npm run origin-secret -w lib` creates one and prints these
 * two values.
 */
export interface OriginSecret {
  /** The name of the secret in Secrets Manager, in us-east-1. */
  name: string;
  /** The SHA-256 hash of the secret, in hex. It may be public, because the secret is random. */
  sha256: string;
}

/** The region in which all resources for CloudFront are created. */
export const FRONT_REGION = "us-east-1";
