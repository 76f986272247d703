import { Duration, SecretValue, Stack } from "aws-cdk-lib";
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { AaaaRecord, ARecord, RecordTarget } from "aws-cdk-lib/aws-route53";
import { CloudFrontTarget } from "aws-cdk-lib/aws-route53-targets";
import { Construct } from "constructs";
import { FRONT_HEADERS } from "../../core/contracts/front-headers.ts";
import type { DomainSettings, FrontSettings } from "../domain-settings.ts";
import { acknowledge } from "./acknowledge.ts";
import { FrontFirewall } from "./front-firewall.ts";
import { certificateFor, zoneOf } from "./named-certificate.ts";

/** Input for creating the front. */
export interface FrontProps {
  /** The prefix of every physical name. */
  namePrefix: string;
  domain: DomainSettings;
  front: FrontSettings;
}

/**
 * A CloudFront function that passes the caller's IP address to the API in a header, overwriting any value set by the
 * caller.
 */
export const TELL_ADDRESS = `function handler(event) {
  event.request.headers["${FRONT_HEADERS.callerAddress}"] = { value: event.viewer.ip };
  return event.request;
}
`;

/**
 * Error statuses that CloudFront would otherwise cache for ten seconds and return to other callers, regardless of their
 * key.
 */
export const KEPT_STATUSES = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/** Longer than API Gateway's own timeout of 30 seconds, so CloudFront never times out first. */
export const ORIGIN_TIMEOUT = Duration.seconds(40);

/**
 * CloudFront with a firewall, in front of the API. It caches nothing, forwards every request, and marks the requests
 * that passed through it.
 */
export class Front extends Construct {
  /** The host name that CloudFront assigned to the distribution. */
  readonly hostName: string;

  constructor(scope: Construct, id: string, { namePrefix, domain, front }: FrontProps) {
    super(scope, id);
    const zone = zoneOf(this, domain);
    const firewall = new FrontFirewall(this, "Firewall", {
      name: namePrefix,
      requestsPer5Min: front.requestsPer5Min,
    });
    const distribution = new Distribution(this, "Distribution", {
      comment: `${Stack.of(this).stackName}: before the messaging gateway's API.`,
      domainNames: [domain.name],
      certificate: certificateFor(this, domain.name, { zone, madeByHand: front.certificateArn }),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      enableIpv6: domain.hasIpv6 ?? false,
      webAclId: firewall.arn,
      defaultBehavior: {
        origin: originOf(front),
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        // Requests without TLS are refused rather than redirected: their key has already been exposed, and the sender
        // should find out.
        viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
        compress: false,
        functionAssociations: [
          { eventType: FunctionEventType.VIEWER_REQUEST, function: this.#tellAddress(namePrefix) },
        ],
      },
      errorResponses: KEPT_STATUSES.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    });
    this.hostName = distribution.distributionDomainName;
    if (zone && front.takesOver) {
      const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
      new ARecord(this, "Address", { zone, recordName: domain.name, target });
      if (domain.hasIpv6) new AaaaRecord(this, "Ipv6Address", { zone, recordName: domain.name, target });
    }
    acknowledge(distribution, {
      "AwsSolutions-CFR1": "Customers call from wherever they are; no country is shut out.",
      "AwsSolutions-CFR3":
        "Its log would hold paths, and the path of a link to a file is the right to fetch it. API Gateway logs each request without.",
    });
  }

  #tellAddress(namePrefix: string): EdgeFunction {
    return new EdgeFunction(this, "TellAddress", {
      functionName: `${namePrefix}-tell-address`,
      comment: "Tells the API the caller's address.",
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(TELL_ADDRESS),
    });
  }
}

/**
 * Returns the API as CloudFront's origin. The template contains only the secret's name. CloudFormation fills in its
 * value.
 */
function originOf({ originName, originSecrets: [sent] }: FrontSettings): HttpOrigin {
  if (!sent) throw new Error("The front has no origin secret.");
  return new HttpOrigin(originName, {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    readTimeout: ORIGIN_TIMEOUT,
    customHeaders: { [FRONT_HEADERS.secret]: SecretValue.secretsManager(sent.name).unsafeUnwrap() },
  });
}
