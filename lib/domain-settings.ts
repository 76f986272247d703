/** A name of the operator's own, such as api.example.com, for the customers' calls. */
export type DomainSettings = {
  name: string;
  /** Whether the name has an IPv6 address, too. Keys that are locked to IPv4 addresses then need the IPv6 ones. */
  hasIpv6?: boolean;
  /** Closes the address that API Gateway gave. Links to files under it end. */
  isOnlyAddress?: boolean;
} & DomainProof;

/** Either the name's zone in Route 53, where certificates and addresses are made; or a certificate made by hand. */
export type DomainProof =
  | { hostedZoneId: string; hostedZoneName: string }
  /** From ACM, in the stage's region. Without a zone the operator makes the DNS entries that the outputs name. */
  | { certificateArn: string };

/** CloudFront with a firewall in front of the API. */
export interface FrontSettings {
  /** Another name of the same zone, under which CloudFront reaches the API: origin.example.com. No customer uses it. */
  originName: string;
  /** A certificate for the domain's name, of ACM in us-east-1. Left out: made in the hosted zone. */
  certificateArn?: string;
  /** The first is sent by CloudFront; all are taken by the API. Two only while one replaces the other. */
  originSecrets: readonly OriginSecret[];
  /** Requests of one address in five minutes; those above are answered with 429. */
  requestsPer5Min: number;
  /**
   * False: the distribution exists beside the API, for trying it out. True: it gets the name, and is the only way in.
   */
  takesOver: boolean;
}

/** A secret by which the API recognizes its front: `npm run origin-secret -w lib` makes one and prints these two. */
export interface OriginSecret {
  /** Name of the secret in Secrets Manager, in us-east-1. */
  name: string;
  /** SHA-256 of the secret, in hex. The secret is random, so anybody may read its hash. */
  sha256: string;
}

/** The region of everything that belongs to CloudFront. */
export const FRONT_REGION = "us-east-1";
