import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, it } from "vitest";
import { ROOT } from "../../build/bundle.ts";
import { FRONT_HEADERS } from "../../core/contracts/front-headers.ts";
import { pageHeaders } from "../../core/contracts/panel/page-headers.ts";
import { ROUTES } from "../../core/contracts/routes.ts";
import { ENV } from "../../core/env.ts";
import type { Part } from "../../functions/own-deps.ts";
import { STAGES, type StageRow } from "../../lib/config.ts";
import { gatewayApp } from "../../lib/gateway-app.ts";
import { idleBill } from "../../lib/idle-bill/idle-bill.ts";
import { ALL_FUNCTIONS, envNames, PANEL_FUNCTIONS } from "../../lib/wiring.ts";
import { paths } from "../../panel/src/paths.ts";
import { PANEL } from "./panel-stage.ts";
import { resolved } from "./resolved.ts";
import { type StackTemplate, synthesised } from "./synthesised.ts";

function stacksWith(change: Partial<StageRow> = {}) {
  STAGES.trial = { stage: "trial", ...PANEL, ...change };
  return synthesised("trial");
}

afterEach(() => {
  delete STAGES.trial;
});

const propertiesOf = (stack: StackTemplate, type: string) => stack.ofType(type).map(([, { Properties }]) => Properties);
const only = (stack: StackTemplate, type: string) => {
  const [found, another] = propertiesOf(stack, type);
  if (found === undefined || another !== undefined) throw new Error(`There is not one ${type}.`);
  return found;
};
const distributionOf = (stack: StackTemplate) => only(stack, "AWS::CloudFront::Distribution").DistributionConfig;

const CERTIFICATE = "arn:aws:acm:us-east-1:111122223333:certificate/0f0e-1b";
const ZONE = { hostedZoneId: "Z0123456789ABC", hostedZoneName: "example.com" };

describe("a stage without a panel", () => {
  it("has no stack of one, and nothing of it elsewhere", () => {
    const { data, service, panel } = synthesised("prod");
    expect(panel.resources).toEqual({});
    for (const id of Object.keys({ ...data.resources, ...service.resources })) expect(id).not.toMatch(/panel|people/i);
  });
});

describe("the panel", () => {
  const { panel, data } = stacksWith();
  const distribution = distributionOf(panel);
  const [assets, theme, requests] = distribution.CacheBehaviors;
  const pages = distribution.DefaultCacheBehavior;
  const edge = (part: string, event: unknown) => {
    const found = propertiesOf(panel, "AWS::CloudFront::Function").find(({ Name }) => resolved(Name).includes(part));
    return runInNewContext(`${resolved(found.FunctionCode)}; handler(event)`, { event });
  };

  const BROWSER = { accept: { value: "text/html,application/xhtml+xml,*/*;q=0.8" } };
  const PROGRAM = { accept: { value: "*/*" } };
  const pageAt = (uri: string, headers: object = BROWSER) => edge("panel-page", { request: { uri, headers } });
  const everyPage = Object.values(paths).map((address) =>
    (address as (...ids: string[]) => string)("inst_1", "120363020000000001@g.us"),
  );

  it.each(["/", "/index.html", "/chats/inst_1/5511999990001@s.whatsapp.net", ...everyPage])(
    "answers %s with its one page, whoever asks",
    (uri) => {
      for (const headers of [BROWSER, PROGRAM, {}])
        expect(pageAt(uri, headers)).toEqual({ uri: "/index.html", headers });
    },
  );

  it.each(["/health", "/metrics", "/chats/one", "/instances/inst_1/else", "/.env", "/startle"])(
    "answers %s, which is no page, with 404: a page for browsers, JSON for programs",
    (uri) => {
      const [page, json] = [pageAt(uri), pageAt(uri, PROGRAM)];
      expect([page.statusCode, page.headers["content-type"].value]).toEqual([404, "text/html; charset=utf-8"]);
      expect(page.body).toEqual({ encoding: "text", data: expect.stringContaining('<a href="/">Go to the panel</a>') });
      expect([json.statusCode, json.headers["content-type"].value]).toEqual([404, "application/json"]);
      expect(JSON.parse(json.body.data)).toMatchObject({ code: "not_found" });
    },
  );

  it.each(["/v1", "/v1/instances", "/V1/messages", "//v1/messages", "/mcp", "/identity/login"])(
    "answers %s, an address of programs, with 404 as JSON, to browsers too",
    (uri) => {
      expect(pageAt(uri)).toMatchObject({
        statusCode: 404,
        headers: { "content-type": { value: "application/json" } },
      });
    },
  );

  it.each([
    ["/docs", "/docs/guides/index.html"],
    ["/docs/guides/", "/docs/guides/index.html"],
    ["/docs/guides/webhooks", "/docs/guides/webhooks.html"],
    ["/docs/guides/guide.css", "/docs/guides/guide.css"],
    ["/docs/guides/guide.js", "/docs/guides/guide.js"],
    ["/docs/guides/search.json", "/docs/guides/search.json"],
    ["/docs/reference", "/docs/reference/index.html"],
    ["/docs/reference/", "/docs/reference/index.html"],
    [
      "/docs/reference/assets/scalar-1.2.3/chunks/a.vue-B1_x.js",
      "/docs/reference/assets/scalar-1.2.3/chunks/a.vue-B1_x.js",
    ],
  ])("answers %s with the file %s", (uri, file) => {
    expect(edge("panel-guide", { request: { uri } })).toEqual({ uri: file });
  });

  it("asks that of pages alone: files and requests go where they say", () => {
    expect(pages.FunctionAssociations).toHaveLength(1);
    for (const [files, pattern] of [
      [assets, "/assets/*"],
      [theme, "/theme.js"],
    ]) {
      expect(files).toMatchObject({ PathPattern: pattern, TargetOriginId: pages.TargetOriginId });
      expect(files).not.toHaveProperty("FunctionAssociations");
    }
    expect(requests.PathPattern).toBe("/panel-api/*");
  });

  it("keeps no answer of its functions, not even an error, and passes on all but the host's name", () => {
    // The fixed ids of policies managed by AWS: CachingDisabled and AllViewerExceptHostHeader.
    expect(requests.CachePolicyId).toBe("4135ea2d-6df8-44a3-9df3-4b5a84be39ad");
    expect(requests.OriginRequestPolicyId).toBe("b689b0a8-53d0-40ab-baf2-68738e2966ac");
    expect(requests.AllowedMethods).toContain("PATCH");
    expect(requests.ViewerProtocolPolicy).toBe("https-only");
    for (const code of [400, 403, 404, 500, 502, 503, 504]) {
      expect(distribution.CustomErrorResponses).toContainEqual({ ErrorCode: code, ErrorCachingMinTTL: 0 });
    }
  });

  it("reaches its functions at the API's own address, with a secret that no template holds", () => {
    const origin = distribution.Origins.find(({ Id }: { Id: string }) => Id === requests.TargetOriginId);
    expect(resolved(origin.DomainName)).toBe("api-id.execute-api.AWS::Region.AWS::URLSuffix");
    expect(origin.OriginCustomHeaders).toEqual([
      {
        HeaderName: FRONT_HEADERS.secret,
        HeaderValue: `{{resolve:secretsmanager:${PANEL.panelOriginSecrets[0]?.name}:SecretString:::}}`,
      },
    ]);
    const event = {
      viewer: { ip: "2001:db8:7::1" },
      request: { uri: "/panel-api/me", headers: { [FRONT_HEADERS.callerAddress]: { value: "203.0.113.7" } } },
    };
    expect(edge("panel-address", event).headers).toEqual({ [FRONT_HEADERS.callerAddress]: { value: "2001:db8:7::1" } });
    expect(requests.FunctionAssociations).toHaveLength(1);
  });

  it("has functions that answer nobody who comes round it", () => {
    for (const { Environment } of functionsOf(panel)) {
      expect(Environment.Variables).toMatchObject({
        ORIGIN_SECRET_HASHES: PANEL.panelOriginSecrets[0]?.sha256,
        FRONT_REQUIRED: "1",
      });
    }
    expect(functionsOf(panel)).toHaveLength(PANEL_FUNCTIONS.length);
  });

  it.each(PANEL_FUNCTIONS)("gives $name the variables of its capabilities and those of CloudFront", (wiring) => {
    const found = functionsOf(panel).find(({ Description }) => Description.startsWith(`${wiring.entry} `));
    const expected = [...envNames(wiring.uses), ENV.originSecretHashes, ENV.frontRequired];
    expect(Object.keys(found.Environment.Variables).sort()).toEqual(expected.sort());
    expect(found).toMatchObject({ Timeout: wiring.timeoutSec, FunctionName: `messaging-gateway-trial-${wiring.name}` });
  });

  it.each(PANEL_FUNCTIONS)("gives $name what the parts of its code need", async ({ entry, uses }) => {
    const { parts = [] } = (await import(new URL(`../../${entry}`, import.meta.url).href)) as { parts?: Part[] };
    const given: readonly string[] = uses;
    expect(parts.length).toBeGreaterThan(0);
    for (const { needs } of parts) expect([needs, needs.some((one) => given.includes(one))]).toEqual([needs, true]);
  });

  it("has the routes of the wiring at the API, each to its function", () => {
    const keys = propertiesOf(panel, "AWS::ApiGatewayV2::Route").map(({ RouteKey }) => RouteKey);
    const paths = PANEL_FUNCTIONS.flatMap(({ trigger }) =>
      trigger.kind === "http_paths" ? trigger.paths : trigger.kind === "http_below" ? [`${trigger.path}/{proxy+}`] : [],
    );
    expect(keys.sort()).toEqual(paths.map((path) => `ANY ${path}`).sort());
    // AWS allows at most 300 routes per API.
    expect(keys.length + Object.keys(ROUTES).length + 1).toBeLessThanOrEqual(300);
  });

  it("sends the headers that one machine sends, with its own places in them, on every answer", () => {
    const id = resolved(pages.ResponseHeadersPolicyId);
    const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } = (panel.resources[id]?.Properties ?? {})
      .ResponseHeadersPolicyConfig;
    const bucket = "https://bucket.s3";
    const { "Content-Security-Policy": policy, ...others } = pageHeaders({
      files: ["https://api-id.execute-api.AWS::Region.AWS::URLSuffix", bucket],
      uploads: bucket,
    });
    expect(resolved(security.ContentSecurityPolicy.ContentSecurityPolicy)).toBe(policy);
    const sent = Object.fromEntries(
      custom.Items.map(({ Header, Value }: { Header: string; Value: string }) => [Header, Value]),
    );
    const { AccessControlMaxAgeSec: age } = security.StrictTransportSecurity;
    expect({
      ...sent,
      "Strict-Transport-Security": `max-age=${age}; includeSubDomains`,
      "X-Content-Type-Options": security.ContentTypeOptions.Override ? "nosniff" : "",
      "Referrer-Policy": security.ReferrerPolicy.ReferrerPolicy,
    }).toEqual(others);
    const policies = [pages, assets, requests].map(({ ResponseHeadersPolicyId: id }) => resolved(id));
    expect(new Set(policies).size).toBe(1);
  });

  it("has files that nobody but its CloudFront reads, which is told when one is missing: 404 instead of 403", () => {
    const [, statement] = only(panel, "AWS::S3::BucketPolicy").PolicyDocument.Statement;
    expect(statement).toMatchObject({
      Action: ["s3:GetObject", "s3:ListBucket"],
      Principal: { Service: "cloudfront.amazonaws.com" },
      Condition: { StringEquals: { "AWS:SourceArn": expect.anything() } },
    });
    expect(only(panel, "AWS::S3::BucketPolicy").PolicyDocument.Statement).toHaveLength(2);
  });

  it("puts files with a hash in their names first, for good, and the page last, which is asked for each time", () => {
    const deployments = panel.ofType("Custom::CDKBucketDeployment");
    const byCaching = (words: string) =>
      deployments.find(([, { Properties }]) => Properties.SystemMetadata["cache-control"].includes(words));
    const [firstId, first] = byCaching("immutable") ?? [];
    const [, last] = byCaching("no-cache") ?? [];
    const hashed = ["assets/*", "docs/reference/assets/*"];
    expect(first?.Properties).toMatchObject({ Exclude: ["*"], Include: hashed, Prune: false });
    expect(last?.Properties).toMatchObject({ Exclude: [...hashed, ".*"], Prune: false });
    expect(last?.DependsOn).toContain(firstId);
  });

  it("is known to the user pool by its address alone, without a secret, and its people sign in on Cognito's pages", () => {
    const client = only(panel, "AWS::Cognito::UserPoolClient");
    expect(client).toMatchObject({
      GenerateSecret: false,
      PreventUserExistenceErrors: "ENABLED",
      AllowedOAuthFlows: ["code"],
      AllowedOAuthScopes: ["openid", "email"],
      SupportedIdentityProviders: ["COGNITO"],
    });
    const own = "https://SiteDistribution390DED28.DomainName";
    expect(client.CallbackURLs.map(resolved)).toEqual([`${own}/panel-api/session/callback`]);
    expect(client.LogoutURLs.map(resolved)).toEqual([`${own}/`]);
    expect(client.ExplicitAuthFlows ?? []).toEqual([]);
    expect(only(panel, "AWS::Cognito::ManagedLoginBranding")).toMatchObject({ UseCognitoProvidedValues: true });
    expect(data.ofType("AWS::Cognito::UserPool")).toHaveLength(1);
  });

  it("costs 0.40 USD a month while nobody comes: the secret, which is no part of a stack", () => {
    const { lines, unpriced } = idleBill([{ Resources: panel.resources }]);
    expect([lines, unpriced]).toEqual([[{ part: "Panel", usd: 0.4 }], []]);
    expect(idleBill([{ Resources: data.resources }]).unpriced).toEqual([]);
  });

  it("tells where it is", () => {
    const outputs = panel.template.toJSON().Outputs;
    expect(resolved(outputs.PanelUrl.Value)).toBe("https://SiteDistribution390DED28.DomainName");
  });
});

describe("a panel with a name of the operator's own", () => {
  const own = { panelDomain: "panel.example.com", panelCertificateArn: CERTIFICATE };
  const domain = { name: "api.example.com", ...ZONE, isOnlyAddress: true };
  const front = {
    originName: "origin.example.com",
    originSecrets: [{ name: "messaging-gateway-trial-origin-1", sha256: "ab".repeat(32) }],
    requestsPer5Min: 10_000,
    takesOver: true,
  };
  const inZone = () => stacksWith({ ...own, domain, front, profile: "standard" }).panel;
  const elsewhere = () => stacksWith({ ...own, panelDomain: "panel.example.org", domain }).panel;
  const reached = (stack: StackTemplate) =>
    distributionOf(stack).Origins.map(({ DomainName }: { DomainName: unknown }) => DomainName);

  it("answers under it by TLS 1.2 at least, and people come back to it", () => {
    const panel = inZone();
    expect(distributionOf(panel).Aliases).toEqual(["panel.example.com"]);
    expect(distributionOf(panel).ViewerCertificate).toMatchObject({
      AcmCertificateArn: CERTIFICATE,
      MinimumProtocolVersion: "TLSv1.2_2021",
    });
    expect(only(panel, "AWS::Cognito::UserPoolClient").CallbackURLs).toEqual([
      "https://panel.example.com/panel-api/session/callback",
    ]);
    for (const { Environment } of functionsOf(panel)) {
      expect(Environment.Variables.PANEL_URL).toBe("https://panel.example.com");
    }
  });

  it("gets its addresses in the stage's zone, if it lies there", () => {
    const records = (stack: StackTemplate) =>
      propertiesOf(stack, "AWS::Route53::RecordSet").map(({ Type, Name }) => `${Type} ${Name}`);
    expect(records(inZone())).toEqual(["A panel.example.com.", "AAAA panel.example.com."]);
    expect(records(elsewhere())).toEqual([]);
  });

  it("reaches an API whose given address is closed by the front's name for it, or by the API's own", () => {
    expect(reached(inZone())).toContain("origin.example.com");
    expect(reached(elsewhere())).toContain("api.example.com");
  });

  it("shifts calls to new versions of its functions as the API does, where a stage does", () => {
    expect(inZone().ofType("AWS::CodeDeploy::DeploymentGroup")).toHaveLength(PANEL_FUNCTIONS.length);
    expect(elsewhere().ofType("AWS::CodeDeploy::DeploymentGroup")).toEqual([]);
  });
});

it("is not made of pages that nobody built, which is said with the command that does", () => {
  STAGES.trial = { ...PANEL, stage: "trial" };
  const bundles = ALL_FUNCTIONS.map(({ name }) => ({ name, folder: join(ROOT, "lib/stacks") }));
  const made = () => gatewayApp({ outdir: "/nowhere", bundles, stage: "trial", areRulesChecked: false });
  expect(made).toThrow(/npm run build -w panel/);
});

/** Returns the functions in a stack whose code is ours. */
function functionsOf(stack: StackTemplate) {
  return propertiesOf(stack, "AWS::Lambda::Function").filter(({ Description = "" }) =>
    String(Description).includes("of the messaging gateway"),
  );
}
