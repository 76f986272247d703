import { Duration } from "aws-cdk-lib";
import { HeadersReferrerPolicy, type IResponseHeadersPolicy, ResponseHeadersPolicy } from "aws-cdk-lib/aws-cloudfront";
import type { Construct } from "constructs";
import { HSTS_MAX_AGE_SEC } from "../../../core/contracts/panel/page-headers.ts";

/** Headers for which CloudFront has dedicated settings. It refuses them as custom headers. */
const BY_SETTINGS = [
  "Content-Security-Policy",
  "Strict-Transport-Security",
  "X-Content-Type-Options",
  "Referrer-Policy",
];

/** Makes CloudFront send these headers. @param name must be unique in an account. */
export function pagePolicy(
  scope: Construct,
  id: string,
  { name, comment, headers }: { name: string; comment: string; headers: Record<string, string> },
): IResponseHeadersPolicy {
  const custom = Object.entries(headers).filter(([header]) => !BY_SETTINGS.includes(header));
  return new ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: name,
    comment,
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: headers["Content-Security-Policy"] ?? "", override: true },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.seconds(HSTS_MAX_AGE_SEC),
        includeSubdomains: true,
        override: true,
      },
      contentTypeOptions: { override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
    },
    customHeadersBehavior: {
      customHeaders: custom.map(([header, value]) => ({ header, value, override: true })),
    },
  });
}
