import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, it } from "vitest";
import { FRONT_HEADERS } from "../../core/contracts/front-headers.ts";
import { STAGES, type StageConfig, type StageRow, stageConfig } from "../../lib/config.ts";
import type { DomainSettings, FrontSettings } from "../../lib/domain-settings.ts";
import { idleBill } from "../../lib/idle-bill/idle-bill.ts";
import { API_FUNCTIONS } from "../../lib/wiring.ts";
import { type StackTemplate, synthesised } from "./synthesised.ts";

const ZONE = { hostedZoneId: "Z0123456789ABC", hostedZoneName: "example.com" };
const IN_ZONE: DomainSettings = { name: "api.example.com", ...ZONE };
const BY_HAND: DomainSettings = {
  name: "api.example.com",
  certificateArn: "arn:aws:acm:eu-west-1:111122223333:certificate/0f0e-1a",
};
const FRONT: FrontSettings = {
  originName: "origin.example.com",
  originSecrets: [{ name: "messaging-gateway-trial-origin-1", sha256: "ab".repeat(32) }],
  requestsPer5Min: 10_000,
  takesOver: true,
};
const CERTIFICATE_OF_FRONT = "arn:aws:acm:us-east-1:111122223333:certificate/0f0e-1b";

/** Creates the stacks of a stage that exists only for this test. */
function stacksWith(change: Partial<StageRow>) {
  STAGES.trial = { ...change, stage: "trial" };
  return synthesised("trial");
}

/** Returns the settings of a stage that exists only for this test. */
function settingsWith(change: Partial<StageRow>): StageConfig {
  STAGES.trial = { ...change, stage: "trial" };
  return stageConfig("trial");
}

afterEach(() => {
  delete STAGES.trial;
});

const propertiesOf = (stack: StackTemplate, type: string) => stack.ofType(type).map(([, { Properties }]) => Properties);
const namesOf = (stack: StackTemplate) =>
  propertiesOf(stack, "AWS::ApiGatewayV2::DomainName").map(({ DomainName }) => DomainName);
const recordsOf = (stack: StackTemplate) =>
  propertiesOf(stack, "AWS::Route53::RecordSet").map(({ Type, Name }) => `${Type} ${Name}`);
const outputsOf = (stack: StackTemplate) => Object.keys(stack.template.findOutputs("*"));

describe("a stage without a domain", () => {
  const { service, front } = synthesised("prod");

  it("has no name, no front, and no variable of one", () => {
    expect(namesOf(service)).toEqual([]);
    expect(front.resources).toEqual({});
    expect(JSON.stringify(service.resources)).not.toMatch(/ORIGIN_SECRET|FRONT_REQUIRED|BASE_URL/);
    expect(propertiesOf(service, "AWS::ApiGatewayV2::Api")[0].DisableExecuteApiEndpoint).toBe(false);
  });
});

describe("a stage with a domain in a hosted zone", () => {
  it("answers under it, with a certificate and an address made in the zone", () => {
    const { service } = stacksWith({ domain: IN_ZONE });

    expect(namesOf(service)).toEqual(["api.example.com"]);
    service.template.hasResourceProperties("AWS::CertificateManager::Certificate", {
      DomainName: "api.example.com",
      ValidationMethod: "DNS",
      DomainValidationOptions: [{ DomainName: "api.example.com", HostedZoneId: ZONE.hostedZoneId }],
    });
    service.template.hasResourceProperties("AWS::ApiGatewayV2::DomainName", {
      DomainNameConfigurations: [{ EndpointType: "REGIONAL", IpAddressType: "ipv4", SecurityPolicy: "TLS_1_2" }],
    });
    expect(recordsOf(service)).toEqual(["A api.example.com."]);
    const [[, mapping] = ["", undefined]] = service.ofType("AWS::ApiGatewayV2::ApiMapping");
    expect(mapping?.Properties).not.toHaveProperty("ApiMappingKey");
    expect(mapping?.Properties.Stage).toBe("$default");
    // A mapping to a stage that doesn't exist yet is refused.
    expect(mapping?.DependsOn).toContain(service.ofType("AWS::ApiGatewayV2::Stage")[0]?.[0]);
  });

  it("makes every link under it, in the functions and in the sessions", () => {
    const { service, session } = stacksWith({ domain: IN_ZONE });

    expect(settingsWith({ domain: IN_ZONE }).baseUrl).toBe("https://api.example.com");
    for (const { Environment } of propertiesOf(service, "AWS::Lambda::Function")) {
      expect(Environment.Variables.BASE_URL).toBe("https://api.example.com");
      expect(Environment.Variables.FILES_URL ?? "https://api.example.com").toBe("https://api.example.com");
    }
    const [task] = propertiesOf(session, "AWS::ECS::TaskDefinition");
    expect(task.ContainerDefinitions[0].Environment).toContainEqual({
      Name: "FILES_URL",
      Value: "https://api.example.com",
    });
    expect(service.template.toJSON().Outputs.ApiUrl.Value).toBe("https://api.example.com");
  });

  it("has an IPv6 address, too, when that is wanted", () => {
    const { service } = stacksWith({ domain: { ...IN_ZONE, hasIpv6: true } });
    expect(recordsOf(service)).toEqual(["A api.example.com.", "AAAA api.example.com."]);
    service.template.hasResourceProperties("AWS::ApiGatewayV2::DomainName", {
      DomainNameConfigurations: [{ IpAddressType: "dualstack" }],
    });
  });

  it("closes the address that API Gateway gave when that is wanted", () => {
    const { service } = stacksWith({ domain: { ...IN_ZONE, isOnlyAddress: true } });
    service.template.hasResourceProperties("AWS::ApiGatewayV2::Api", { DisableExecuteApiEndpoint: true });
  });
});

describe("a stage with a domain and a certificate made by hand", () => {
  it("takes that certificate, and says which entry of the DNS to make", () => {
    const { service } = stacksWith({ domain: BY_HAND });

    expect(service.ofType("AWS::CertificateManager::Certificate")).toEqual([]);
    expect(recordsOf(service)).toEqual([]);
    const { DomainCname } = service.template.toJSON().Outputs;
    expect(DomainCname.Description).toContain("a CNAME from api.example.com to this value");
    expect(DomainCname.Value["Fn::GetAtt"][1]).toBe("RegionalDomainName");
  });
});

describe("a stage with a front", () => {
  const stacks = (() => {
    const made = stacksWith({ domain: { ...IN_ZONE, hasIpv6: true }, front: FRONT });
    delete STAGES.trial;
    return made;
  })();
  const [{ DistributionConfig: distribution }] = propertiesOf(stacks.front, "AWS::CloudFront::Distribution") as [
    ReturnType<typeof propertiesOf>[number],
  ];
  const [acl] = propertiesOf(stacks.front, "AWS::WAFv2::WebACL");

  it("has one distribution under its name, by TLS 1.2 at least and HTTP/2 and 3", () => {
    expect(distribution.Aliases).toEqual(["api.example.com"]);
    expect(distribution.ViewerCertificate).toMatchObject({
      MinimumProtocolVersion: "TLSv1.2_2021",
      SslSupportMethod: "sni-only",
    });
    expect(distribution).toMatchObject({ HttpVersion: "http2and3", IPV6Enabled: true, Enabled: true });
    expect(recordsOf(stacks.front)).toEqual(["A api.example.com.", "AAAA api.example.com."]);
  });

  it("passes every request on as it is, and keeps no answer, not even an error", () => {
    const behavior = distribution.DefaultCacheBehavior;
    expect(distribution).not.toHaveProperty("CacheBehaviors");
    expect(behavior.AllowedMethods).toEqual(["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE"]);
    expect(behavior.ViewerProtocolPolicy).toBe("https-only");
    // The fixed ids of policies managed by AWS: CachingDisabled and AllViewerExceptHostHeader.
    expect(behavior.CachePolicyId).toBe("4135ea2d-6df8-44a3-9df3-4b5a84be39ad");
    expect(behavior.OriginRequestPolicyId).toBe("b689b0a8-53d0-40ab-baf2-68738e2966ac");
    for (const code of [400, 403, 404, 405, 500, 502, 503, 504]) {
      expect(distribution.CustomErrorResponses).toContainEqual({ ErrorCode: code, ErrorCachingMinTTL: 0 });
    }
  });

  it("reaches the API under its other name, over TLS, with a secret that no template holds", () => {
    expect(distribution.Origins).toHaveLength(1);
    expect(distribution.Origins[0]).toMatchObject({
      DomainName: "origin.example.com",
      CustomOriginConfig: { OriginProtocolPolicy: "https-only", OriginSSLProtocols: ["TLSv1.2"] },
      OriginCustomHeaders: [
        {
          HeaderName: FRONT_HEADERS.secret,
          HeaderValue: "{{resolve:secretsmanager:messaging-gateway-trial-origin-1:SecretString:::}}",
        },
      ],
    });
    expect(namesOf(stacks.service)).toEqual(["origin.example.com"]);
    expect(recordsOf(stacks.service)).toEqual(["A origin.example.com.", "AAAA origin.example.com."]);
  });

  it("gives the secret's hash to every function of the API and to no other runtime", () => {
    const given = propertiesOf(stacks.service, "AWS::Lambda::Function").filter(
      ({ Environment }) => "ORIGIN_SECRET_HASHES" in (Environment?.Variables ?? {}),
    );
    for (const { Environment } of given) {
      expect(Environment.Variables).toMatchObject({
        ORIGIN_SECRET_HASHES: FRONT.originSecrets[0]?.sha256,
        FRONT_REQUIRED: "1",
      });
    }
    expect(given.map(({ Description }) => Description.split(" ")[0]).sort()).toEqual(
      API_FUNCTIONS.map(({ entry }) => entry).sort(),
    );
    expect(JSON.stringify(stacks.session.resources)).not.toContain("ORIGIN_SECRET");
  });

  it("tells the API the caller's address over whatever the caller wrote", () => {
    const [{ FunctionCode, FunctionConfig, Name }] = propertiesOf(stacks.front, "AWS::CloudFront::Function") as [
      ReturnType<typeof propertiesOf>[number],
    ];
    const event = {
      viewer: { ip: "2001:db8:7::1" },
      request: { uri: "/v1/instances", headers: { [FRONT_HEADERS.callerAddress]: { value: "203.0.113.7" } } },
    };

    const sent = runInNewContext(`${FunctionCode}; handler(event)`, { event });

    expect(sent).toEqual({
      uri: "/v1/instances",
      headers: { [FRONT_HEADERS.callerAddress]: { value: "2001:db8:7::1" } },
    });
    expect(FunctionConfig.Runtime).toBe("cloudfront-js-2.0");
    expect(Name).toContain("trial");
    expect(distribution.DefaultCacheBehavior.FunctionAssociations).toEqual([
      expect.objectContaining({ EventType: "viewer-request" }),
    ]);
  });

  it("has a firewall against known bad addresses and against too many requests of one, answered in our shape", () => {
    expect(acl).toMatchObject({ Scope: "CLOUDFRONT", DefaultAction: { Allow: {} } });
    const [bad, many] = acl.Rules;
    expect(bad).toMatchObject({
      OverrideAction: { None: {} },
      Statement: { ManagedRuleGroupStatement: { VendorName: "AWS", Name: "AWSManagedRulesAmazonIpReputationList" } },
    });
    expect(many.Statement.RateBasedStatement).toEqual({
      AggregateKeyType: "IP",
      EvaluationWindowSec: 300,
      Limit: FRONT.requestsPer5Min,
    });
    expect(many.Action.Block.CustomResponse).toMatchObject({ ResponseCode: 429 });
    expect(JSON.parse(acl.CustomResponseBodies.TooMany.Content)).toMatchObject({ code: "rate_limited" });
  });

  it("costs 7.40 USD a month while nobody calls, with its secret, which is no part of a stack", () => {
    const { lines, unpriced } = idleBill([{ Resources: stacks.front.resources }]);
    expect([lines, unpriced]).toEqual([[{ part: "Firewall", usd: 7.4 }], []]);
    expect(idleBill([{ Resources: stacks.service.resources }]).unpriced).toEqual([]);
  });

  it("keeps no request, neither as a sample nor in a log, because paths and headers hold rights", () => {
    const visible = [acl, ...acl.Rules].map(({ VisibilityConfig }) => VisibilityConfig.SampledRequestsEnabled);
    expect(visible).toEqual([false, false, false]);
    expect(distribution).not.toHaveProperty("Logging");
  });

  it("takes two secrets while one replaces the other, and sends the first", () => {
    const originSecrets = [{ name: "next", sha256: "cd".repeat(32) }, ...FRONT.originSecrets];
    const { front, service } = stacksWith({ domain: IN_ZONE, front: { ...FRONT, originSecrets } });
    const [{ DistributionConfig }] = propertiesOf(front, "AWS::CloudFront::Distribution") as [
      ReturnType<typeof propertiesOf>[number],
    ];
    expect(DistributionConfig.Origins[0].OriginCustomHeaders[0].HeaderValue).toContain(":next:");
    expect(JSON.stringify(service.resources)).toContain(`${"cd".repeat(32)},${"ab".repeat(32)}`);
  });

  it("stands beside the API until it takes over: the name stays where it is, and both ways are open", () => {
    const { front, service } = stacksWith({ domain: IN_ZONE, front: { ...FRONT, takesOver: false } });
    expect(front.ofType("AWS::CloudFront::Distribution")).toHaveLength(1);
    expect(recordsOf(front)).toEqual([]);
    expect(namesOf(service).sort()).toEqual(["api.example.com", "origin.example.com"]);
    expect(recordsOf(service).sort()).toEqual(["A api.example.com.", "A origin.example.com."]);
    expect(JSON.stringify(service.resources)).toContain('"FRONT_REQUIRED":"0"');
  });

  it("and no zone says which entries of the DNS to make, for CloudFront and for the API", () => {
    const { front, service } = stacksWith({
      domain: BY_HAND,
      front: { ...FRONT, certificateArn: CERTIFICATE_OF_FRONT },
    });
    expect(recordsOf(front)).toEqual([]);
    expect(outputsOf(front)).toContain("FrontName");
    expect(outputsOf(service)).toContain("OriginCname");
    expect(outputsOf(service)).not.toContain("DomainCname");
  });
});

describe("addresses that could not work are refused in words that name the setting:", () => {
  it.each<[Partial<StageRow>, RegExp]>([
    [{ front: FRONT }, /front but no domain/],
    [{ domain: { ...IN_ZONE, name: "https://api.example.com" } }, /must be a host name/],
    [{ domain: { ...IN_ZONE, name: "API.example.com" } }, /must be a host name/],
    [{ domain: IN_ZONE, baseUrl: "https://other.example.com" }, /domain and a different baseUrl/],
    [{ domain: { ...IN_ZONE, hostedZoneName: "example.org" } }, /not in the zone example.org/],
    [{ domain: { ...IN_ZONE, hostedZoneName: "ample.com" } }, /not in the zone ample.com/],
    [{ domain: { ...IN_ZONE, hostedZoneId: "/hostedzone/Z1" } }, /hostedZoneId/],
    [{ domain: { ...BY_HAND, certificateArn: "0f0e" } }, /certificateArn/],
    [{ domain: IN_ZONE, front: { ...FRONT, originName: "api.example.com" } }, /front.originName/],
    [{ domain: IN_ZONE, front: { ...FRONT, originName: "origin.example.org" } }, /front.originName/],
    [{ domain: BY_HAND, front: FRONT }, /front.certificateArn in us-east-1/],
    [{ domain: BY_HAND, front: { ...FRONT, certificateArn: BY_HAND.certificateArn } }, /us-east-1/],
    [{ domain: IN_ZONE, front: { ...FRONT, originSecrets: [] } }, /originSecrets/],
    [{ domain: IN_ZONE, front: { ...FRONT, originSecrets: [{ name: "a", sha256: "secret" }] } }, /origin-secret/],
    [{ domain: IN_ZONE, front: { ...FRONT, requestsPer5Min: 2_999 } }, /requestsPer5Min 2999.*at least 3000/],
  ])("%j", (change, words) => {
    expect(() => settingsWith(change)).toThrow(words);
    expect(() => settingsWith(change)).toThrow(/The stage "trial" has .*\(lib\/config.ts\)/);
  });

  it("a domain with its own baseUrl written down is none of them", () => {
    expect(settingsWith({ domain: IN_ZONE, baseUrl: "https://api.example.com" }).baseUrl).toBe(
      "https://api.example.com",
    );
  });
});
