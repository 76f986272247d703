import { runInNewContext } from "node:vm";
import { afterAll, describe, expect, it } from "vitest";
import { referenceHeaders } from "../../core/contracts/panel/page-headers.ts";
import { STAGES, type StageRow } from "../../lib/config.ts";
import { PANEL } from "./panel-stage.ts";
import { resolved } from "./resolved.ts";
import { type StackTemplate, synthesised } from "./synthesised.ts";

const STAGE = "reference-trial";

function panelWith(change: Partial<StageRow> = {}): StackTemplate {
  STAGES[STAGE] = { stage: STAGE, ...PANEL, ...change };
  return synthesised(STAGE).panel;
}

afterAll(() => {
  delete STAGES[STAGE];
});

const EXECUTE_API = "api-id.execute-api.AWS::Region.AWS::URLSuffix";

/** Returns what CloudFront does with requests to these paths. */
function behaviourOf(stack: StackTemplate, pattern: string) {
  const [[, { Properties }] = ["", { Properties: {} }]] = stack.ofType("AWS::CloudFront::Distribution");
  const { CacheBehaviors: behaviours, Origins: origins } = Properties.DistributionConfig;
  const at = behaviours.findIndex(({ PathPattern }: { PathPattern: string }) => PathPattern === pattern);
  const behaviour = behaviours[at];
  const origin = origins.find(({ Id }: { Id: string }) => Id === behaviour.TargetOriginId);
  return { at, behaviour, origin };
}

describe("the reference on a stage with a panel", () => {
  const panel = panelWith();
  const reference = behaviourOf(panel, "/docs/reference*");
  const docs = behaviourOf(panel, "/docs*");

  it("lies in the panel's bucket beside the guides, compressed and kept as they are", () => {
    expect(reference.at).toBeLessThan(docs.at);
    const { PathPattern: _, ResponseHeadersPolicyId: __, ...same } = docs.behaviour;
    expect(reference.behaviour).toMatchObject(same);
    expect(reference.behaviour.Compress).toBe(true);
  });

  it("is sent with the headers that one machine sends", () => {
    const id = resolved(reference.behaviour.ResponseHeadersPolicyId);
    const { SecurityHeadersConfig: security } = (panel.resources[id]?.Properties ?? {}).ResponseHeadersPolicyConfig;
    expect(security.ContentSecurityPolicy).toEqual({
      ContentSecurityPolicy: referenceHeaders()["Content-Security-Policy"],
      Override: true,
    });
  });

  it("is told where the API is", () => {
    const [, found] = panel.ofType("AWS::CloudFront::Function").find(([id]) => id.includes("ToTheGuide")) ?? [];
    const event = { request: { uri: "/docs/reference/settings.json" } };
    const answer = runInNewContext(`${resolved(found?.Properties.FunctionCode)}; handler(event)`, { event });
    expect(answer).toMatchObject({ statusCode: 200, headers: { "content-type": { value: "application/json" } } });
    expect(JSON.parse(answer.body.data)).toEqual({ api: `https://${EXECUTE_API}` });
  });
});

describe("a request that is tried in the reference", () => {
  const { behaviour, origin } = behaviourOf(panelWith(), "/v1/*");

  it("goes to the API at the same address, and nothing of it or of its answer is kept", () => {
    expect(resolved(origin.DomainName)).toBe(EXECUTE_API);
    expect(origin.CustomOriginConfig).toMatchObject({
      OriginProtocolPolicy: "https-only",
      OriginSSLProtocols: ["TLSv1.2"],
    });
    // AWS's own policies by their fixed ids: CachingDisabled, AllViewerExceptHostHeader.
    expect(behaviour).toMatchObject({
      CachePolicyId: "4135ea2d-6df8-44a3-9df3-4b5a84be39ad",
      OriginRequestPolicyId: "b689b0a8-53d0-40ab-baf2-68738e2966ac",
      ViewerProtocolPolicy: "https-only",
    });
    expect(behaviour.AllowedMethods).toContain("DELETE");
  });

  it("is no more than a stranger's: no secret says that it came through here", () => {
    expect(origin).not.toHaveProperty("OriginCustomHeaders");
    expect(behaviour).not.toHaveProperty("FunctionAssociations");
  });

  it("passes the firewall, on a stage that has one", () => {
    const domain = {
      name: "api.example.com",
      hostedZoneId: "Z0123456789ABC",
      hostedZoneName: "example.com",
      isOnlyAddress: true,
    };
    const originSecrets = [{ name: "messaging-gateway-trial-origin-1", sha256: "ab".repeat(32) }];
    const front = { originName: "origin.example.com", originSecrets, requestsPer5Min: 10_000, takesOver: true };
    const fronted = behaviourOf(panelWith({ domain, front, profile: "standard" }), "/v1/*");
    expect(resolved(fronted.origin.DomainName)).toBe("api.example.com");
  });
});
