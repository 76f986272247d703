import { Duration, Fn, RemovalPolicy, SecretValue, Stack } from "aws-cdk-lib";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  type DistributionProps,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  type IResponseHeadersPolicy,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  Signing,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin, S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { AaaaRecord, ARecord, RecordTarget } from "aws-cdk-lib/aws-route53";
import { CloudFrontTarget } from "aws-cdk-lib/aws-route53-targets";
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { FRONT_HEADERS } from "../../../core/contracts/front-headers.ts";
import { pageHeaders, referenceHeaders } from "../../../core/contracts/panel/page-headers.ts";
import { PANEL_API } from "../../../core/contracts/panel/panel-routes.ts";
import type { StageConfig } from "../../config.ts";
import { acknowledge } from "../acknowledge.ts";
import { KEPT_STATUSES, ORIGIN_TIMEOUT, TELL_ADDRESS } from "../front.ts";
import { zoneOf } from "../named-certificate.ts";
import { TO_THE_PAGE, toTheDocs } from "./edge-functions.ts";
import { pagePolicy } from "./page-policy.ts";

/** Properties of the site. */
export interface PanelSiteProps {
  config: StageConfig;
  /** The host name under which API Gateway serves the panel's requests. */
  apiHostName: string;
  /** The API's address, which file links begin with, and the address of the bucket that they redirect to. */
  filesUrl: string;
  bucketUrl: string;
  /** The names of the panel's files, other than its page. */
  besideThePage: readonly string[];
}

/**
 * The panel as browsers see it: CloudFront in front of the bucket with the files of the panel, the guides and the API
 * reference; the panel's functions; and the API, for requests tried out in the reference.
 */
export class PanelSite extends Construct {
  /** The address of the panel, without a trailing slash. */
  readonly url: string;
  /** The host name that CloudFront assigned to the distribution. */
  readonly hostName: string;
  /** The bucket for the panel's files. Only CloudFront can read it. */
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, props: PanelSiteProps) {
    super(scope, id);
    const { config } = props;
    this.bucket = new Bucket(this, "Files", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledge(this.bucket, {
      "AwsSolutions-S1": "It holds the panel's own files, which everybody may read; who asks for them says nothing.",
    });
    const distribution = this.#distribution(props);
    this.hostName = distribution.distributionDomainName;
    this.url = `https://${config.panelDomain ?? this.hostName}`;
    this.#nameIt(distribution, config);
    acknowledge(distribution, {
      "AwsSolutions-CFR1": "Customers' teams work from wherever they are; no country is shut out.",
      "AwsSolutions-CFR2":
        "A firewall costs 7 USD a month while nobody comes; sessions, addresses and sign-ins are limited by the panel itself.",
      "AwsSolutions-CFR3":
        "Its log would hold paths, which name chats and so phones. API Gateway logs each request without.",
      "AwsSolutions-CFR4":
        "Without a name of the operator's own CloudFront's certificate is the only one; browsers agree on TLS 1.3 or 1.2.",
    });
  }

  #distribution({ config, apiHostName, filesUrl, bucketUrl, besideThePage }: PanelSiteProps): Distribution {
    const { panelDomain: name, panelCertificateArn: arn } = config;
    const responseHeadersPolicy = pagePolicy(this, "PageHeaders", {
      name: nameIn(this, config, "panel"),
      comment: "Headers of the panel's pages.",
      headers: pageHeaders({ files: [originOf(filesUrl), bucketUrl], uploads: bucketUrl }),
    });
    const pages = this.#pages(config, responseHeadersPolicy);
    const docs = {
      ...pages,
      functionAssociations: [
        {
          eventType: FunctionEventType.VIEWER_REQUEST,
          function: this.#edge(config, "guide", toTheDocs(originOf(filesUrl))),
        },
      ],
    };
    return new Distribution(this, "Distribution", {
      comment: `${Stack.of(this).stackName}: the panel of the messaging gateway.`,
      ...(name && arn && this.#ownName(name, arn)),
      httpVersion: HttpVersion.HTTP2_AND_3,
      // The function below maps "/" to the page too. Without either of them, S3 would answer "/" with the list of its
      // files.
      defaultRootObject: "index.html",
      defaultBehavior: {
        ...pages,
        functionAssociations: [
          { eventType: FunctionEventType.VIEWER_REQUEST, function: this.#edge(config, "page", TO_THE_PAGE) },
        ],
      },
      additionalBehaviors: {
        "/assets/*": pages,
        ...Object.fromEntries(besideThePage.map((name) => [`/${name}`, pages])),
        [`${PANEL_API}/*`]: this.#requests(config, apiHostName, responseHeadersPolicy),
        "/v1/*": triedRequests(filesUrl, responseHeadersPolicy),
        "/docs/reference*": { ...docs, responseHeadersPolicy: this.#referencePolicy(config) },
        "/docs*": docs,
      },
      errorResponses: KEPT_STATUSES.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    });
  }

  /** Old TLS can be refused only with the operator's own certificate, because CloudFront's accepts TLS 1.0. */
  #ownName(
    name: string,
    arn: string,
  ): Pick<DistributionProps, "domainNames" | "certificate" | "minimumProtocolVersion"> {
    return {
      domainNames: [name],
      certificate: Certificate.fromCertificateArn(this, "Certificate", arn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }

  /** The bucket's files, cached for as long as their own headers set. */
  #pages(config: StageConfig, responseHeadersPolicy: IResponseHeadersPolicy): BehaviorOptions {
    const originAccessControl = new S3OriginAccessControl(this, "Access", {
      originAccessControlName: nameIn(this, config, "panel"),
      signing: Signing.SIGV4_ALWAYS,
    });
    return {
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket, {
        originAccessControl,
        // With the right to list, S3 reports a missing file (404) instead of refusing (403). Nobody can list, because
        // "/" is the page.
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      compress: true,
      responseHeadersPolicy,
    };
  }

  /** Requests to the panel's functions: nothing is cached, and they learn that it came through here, and from whom. */
  #requests(config: StageConfig, hostName: string, responseHeadersPolicy: IResponseHeadersPolicy): BehaviorOptions {
    const [sent] = config.panelOriginSecrets;
    if (!sent) throw new Error(`The stage "${config.stage}" has a panel without an origin secret.`);
    return {
      origin: new HttpOrigin(hostName, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        readTimeout: ORIGIN_TIMEOUT,
        customHeaders: { [FRONT_HEADERS.secret]: SecretValue.secretsManager(sent.name).unsafeUnwrap() },
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      compress: false,
      responseHeadersPolicy,
      functionAssociations: [
        { eventType: FunctionEventType.VIEWER_REQUEST, function: this.#edge(config, "address", TELL_ADDRESS) },
      ],
    };
  }

  #referencePolicy(config: StageConfig): IResponseHeadersPolicy {
    return pagePolicy(this, "ReferenceHeaders", {
      name: nameIn(this, config, "reference"),
      comment: "Headers of the API's reference.",
      headers: referenceHeaders(),
    });
  }

  #edge(config: StageConfig, part: keyof typeof EDGE, code: string): EdgeFunction {
    const [id, comment] = EDGE[part];
    return new EdgeFunction(this, id, {
      functionName: nameIn(this, config, `panel-${part}`),
      comment,
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(code),
    });
  }

  /** Points the panel's name here if the stage's zone contains it; otherwise an output lists the entry to create. */
  #nameIt(distribution: Distribution, { panelDomain: recordName, domain }: StageConfig): void {
    if (recordName === null || domain === null || !("hostedZoneName" in domain)) return;
    const zone = recordName.endsWith(`.${domain.hostedZoneName}`) ? zoneOf(this, domain) : null;
    if (zone === null) return;
    const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
    new ARecord(this, "Address", { zone, recordName, target });
    new AaaaRecord(this, "Ipv6Address", { zone, recordName, target });
  }
}

/** CloudFront's functions: their ids and their purposes. */
const EDGE = {
  page: ["ToThePage", "Every address of a page is the one page; any other is not found."],
  guide: ["ToTheGuide", "The guides' and the reference's addresses without the ends of their files' names."],
  address: ["TellAddress", "Tells the panel the caller's address."],
} as const;

/**
 * Requests that somebody tries in the reference. They go to the API's own address like everybody's, through its
 * firewall if there is one, and with nothing that makes them more than a stranger's: their key alone counts.
 */
const triedRequests = (apiUrl: string, responseHeadersPolicy: IResponseHeadersPolicy): BehaviorOptions => ({
  origin: new HttpOrigin(hostOf(apiUrl), {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    readTimeout: ORIGIN_TIMEOUT,
  }),
  allowedMethods: AllowedMethods.ALLOW_ALL,
  cachePolicy: CachePolicy.CACHING_DISABLED,
  originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
  viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
  compress: false,
  responseHeadersPolicy,
});

/** Returns a name that is unique in an account, where a stage can be in two regions. */
const nameIn = (scope: Construct, { stage }: StageConfig, part: string): string =>
  `messaging-gateway-${stage}-${part}-${Stack.of(scope).region}`;

/** Returns the host of an address that may be known only to CloudFormation. */
const hostOf = (url: string): string => Fn.select(2, Fn.split("/", url));
const originOf = (url: string): string => `https://${hostOf(url)}`;
