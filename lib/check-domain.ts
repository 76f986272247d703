import { LIMITS } from "../core/contracts/limits.ts";
import { type DomainSettings, FRONT_REGION, type FrontSettings, type OriginSecret } from "./domain-settings.ts";

/** The stage settings that this module validates. */
interface Addresses {
  baseUrl: string | null;
  domain: DomainSettings | null;
  front: FrontSettings | null;
}

/** Matches a host name in lower case. */
export const HOST_NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
/** Matches the ARN of an ACM certificate. The first group is its region. */
export const CERTIFICATE = /^arn:aws[\w-]*:acm:([a-z0-9-]+):\d{12}:certificate\/[\w-]+$/;
const SECRET_NAME = /^[\w/+=.@-]{1,512}$/;

/**
 * The number of requests that a single account may send in five minutes. The firewall must allow at least this number,
 * so it never blocks a client that stays within the API's limit.
 */
export const LEAST_REQUESTS_PER_5_MIN = 5 * LIMITS.apiRequestsPerMinute;
/** The highest limit that AWS accepts. */
const MOST_REQUESTS_PER_5_MIN = 2_000_000_000;

/** Finds the first mistake in a stage's addresses. @returns the end of a sentence, or null if there is no mistake. */
export function faultOfDomain({ baseUrl, domain, front }: Addresses): string | null {
  if (domain === null)
    return front === null ? null : "has a front but no domain; CloudFront needs a domain that you own";
  const own = `https://${domain.name}`;
  if (!HOST_NAME.test(domain.name)) return `has the domain "${domain.name}"; it must be a host name in lower case`;
  if (baseUrl !== null && baseUrl !== own)
    return `has a domain and a different baseUrl; leave baseUrl out, because it is always ${own}`;
  if ("certificateArn" in domain) {
    if (!CERTIFICATE.test(domain.certificateArn)) return "has a domain whose certificateArn is not an ACM certificate";
  } else {
    if (!/^Z[A-Z0-9]{1,31}$/.test(domain.hostedZoneId))
      return "has an invalid hostedZoneId; it must look like Z0123456789ABC";
    if (!isIn(domain.name, domain.hostedZoneName))
      return `has a domain that is not in the zone ${domain.hostedZoneName}`;
  }
  return front === null ? null : faultOfFront(domain, front);
}

function faultOfFront(domain: DomainSettings, front: FrontSettings): string | null {
  const { originName, certificateArn, originSecrets, requestsPer5Min: most } = front;
  if (!HOST_NAME.test(originName) || originName === domain.name) {
    return `has the front.originName "${originName}"; it must be a host name other than the domain's`;
  }
  if ("hostedZoneName" in domain && !isIn(originName, domain.hostedZoneName)) {
    return `has a front.originName that is not in the zone ${domain.hostedZoneName}`;
  }
  if (certificateArn === undefined && "certificateArn" in domain) {
    return `has a front but no zone; add a front.certificateArn in ${FRONT_REGION}`;
  }
  if (certificateArn !== undefined && CERTIFICATE.exec(certificateArn)?.[1] !== FRONT_REGION) {
    return `has a front.certificateArn that is not an ACM certificate in ${FRONT_REGION}`;
  }
  if (originSecrets.length < 1 || originSecrets.length > 2) return "has a front without one or two originSecrets";
  if (!originSecrets.every(isOriginSecret)) {
    return "has an invalid origin secret; `npm run origin-secret -w lib` creates one and prints its row";
  }
  if (!Number.isInteger(most) || most < LEAST_REQUESTS_PER_5_MIN || most > MOST_REQUESTS_PER_5_MIN) {
    return `has front.requestsPer5Min ${most}; it must be a whole number of at least ${LEAST_REQUESTS_PER_5_MIN}`;
  }
  return null;
}

/** Whether this is a row as printed by `npm run origin-secret -w lib`. */
export const isOriginSecret = ({ name, sha256 }: OriginSecret): boolean =>
  SECRET_NAME.test(name) && /^[0-9a-f]{64}$/.test(sha256);

const isIn = (name: string, zone: string) => name === zone || name.endsWith(`.${zone}`);
