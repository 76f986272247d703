import { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { Construct } from "constructs";

/** The window over which WAF counts an IP address's requests, in seconds. */
const WINDOW_SEC = 300;

/** The response to an IP address that sends too many requests, in the API's own error format. Spec: Errors. */
const TOO_MANY = {
  message: "Too many requests from this address. Wait the number of seconds given in Retry-After.",
  code: "rate_limited",
};

/** CloudFront's firewall. It blocks IP addresses that AWS considers malicious or that send too many requests. */
export class FrontFirewall extends Construct {
  /** The ARN of the web ACL. */
  readonly arn: string;

  constructor(scope: Construct, id: string, props: { name: string; requestsPer5Min: number }) {
    super(scope, id);
    const acl = new CfnWebACL(this, "Acl", {
      name: props.name,
      description: "Before the API of the messaging gateway: known bad addresses, and too many requests of one.",
      scope: "CLOUDFRONT",
      defaultAction: { allow: {} },
      visibilityConfig: counted(props.name),
      customResponseBodies: { TooMany: { contentType: "APPLICATION_JSON", content: JSON.stringify(TOO_MANY) } },
      rules: [
        {
          name: "known-bad-addresses",
          priority: 0,
          overrideAction: { none: {} },
          statement: {
            managedRuleGroupStatement: { vendorName: "AWS", name: "AWSManagedRulesAmazonIpReputationList" },
          },
          visibilityConfig: counted(`${props.name}-known-bad-addresses`),
        },
        {
          name: "too-many-requests",
          priority: 1,
          action: {
            block: {
              customResponse: {
                responseCode: 429,
                customResponseBodyKey: "TooMany",
                responseHeaders: [
                  { name: "Retry-After", value: String(WINDOW_SEC) },
                  { name: "Cache-Control", value: "no-store" },
                ],
              },
            },
          },
          statement: {
            rateBasedStatement: {
              aggregateKeyType: "IP",
              evaluationWindowSec: WINDOW_SEC,
              limit: props.requestsPer5Min,
            },
          },
          visibilityConfig: counted(`${props.name}-too-many-requests`),
        },
      ],
    });
    this.arn = acl.attrArn;
  }
}

/** Counts requests but doesn't store samples, which would contain file links in paths and keys in headers. */
const counted = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});
