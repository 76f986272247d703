/** The operator's own name, such as api.example.com, for customers' calls. */
export type DomainSettings = {
  name: string;
  /** Whether the name also has an IPv6 address. Keys that are locked to IPv4 addresses then need the IPv6 ones. */
  hasIpv6?: boolean;
  /** Closes the address from API Gateway. Links to files under it stop working. */
  isOnlyAddress?: boolean;
} & DomainProof;

/**
 * Either the name's zone in Route 53, where certificates and addresses are created, or a certificate created by hand.
 */
export type DomainProof =
  | { hostedZoneId: string; hostedZoneName: string }
  /** From ACM, in the stage's region. Without a zone, the operator creates the DNS entries listed in the outputs. */
  | { certificateArn: string };

/** CloudFront with a firewall in front of the API. */
export interface FrontSettings {
  /** Another name in the same zone, at which CloudFront reaches the API: origin.example.com. No customer uses it. */
  originName: string;
  /** An ACM certificate for the domain's name, in us-east-1. Left out: created in the hosted zone. */
  certificateArn?: string;
  /** CloudFront sends the first; the API accepts all. Two only while one replaces the other. */
  originSecrets: readonly OriginSecret[];
  /** The requests per address in five minutes; any more are answered with 429. */
  requestsPer5Min: number;
  /**
   * False: the distribution exists beside the API, for trying it out. True: it gets the name, and is the only way in.
   */
  takesOver: boolean;
}

/** A secret by which the API recognizes its front: `npm run origin-secret -w lib` creates one and prints these two. */
export interface OriginSecret {
  /** The secret's name in Secrets Manager, in us-east-1. */
  name: string;
  /** The secret's SHA-256, in hex. The secret is random, so anyone may read its hash. */
  sha256: string;
}

/** The region for everything that belongs to CloudFront. */
export const FRONT_REGION = "us-east-1";
