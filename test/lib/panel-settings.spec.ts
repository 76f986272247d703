import { afterEach, describe, expect, it } from "vitest";
import { STAGES, type StageRow, stageConfig } from "../../lib/config.ts";
import { PANEL } from "./panel-stage.ts";

const ARN = "arn:aws:acm:us-east-1:111122223333:certificate/0f0e-1b";
const DOMAIN = { name: "api.example.com", hostedZoneId: "Z0123456789ABC", hostedZoneName: "example.com" };

function settingsWith(change: Partial<StageRow>) {
  STAGES.trial = { ...change, stage: "trial" };
  return stageConfig("trial");
}

afterEach(() => {
  delete STAGES.trial;
});

describe("the settings of a stage with a panel", () => {
  it("are sound with nothing but a secret: CloudFront gives the name, Cognito sends the codes", () => {
    expect(settingsWith(PANEL)).toMatchObject({ hasPanel: true, panelDomain: null, panelMailFrom: null });
  });

  it("may name a domain of its own beside the API's", () => {
    const own = { panelDomain: "panel.example.com", panelCertificateArn: ARN };
    expect(settingsWith({ ...PANEL, ...own, domain: DOMAIN })).toMatchObject(own);
  });

  it.each<[Partial<StageRow>, RegExp]>([
    [{ hasPanel: true }, /one or two panelOriginSecrets.*origin-secret -w lib -- --for panel/],
    [{ ...PANEL, panelOriginSecrets: [{ name: "a", sha256: "secret" }] }, /invalid row in panelOriginSecrets/],
    [{ ...PANEL, panelMailFrom: "Shop <no-reply@example.com>" }, /panelMailFrom/],
    [{ ...PANEL, panelDomain: "https://panel.example.com", panelCertificateArn: ARN }, /must be a host name/],
    [{ ...PANEL, panelDomain: "panel.example.com" }, /no panelCertificateArn.*us-east-1/],
    [{ ...PANEL, panelDomain: "api.example.com", panelCertificateArn: ARN, domain: DOMAIN }, /is the API's/],
    [
      { ...PANEL, panelDomain: "panel.example.com", panelCertificateArn: ARN.replace("us-east-1", "eu-west-1") },
      /panelCertificateArn that is not an ACM certificate in us-east-1/,
    ],
    [{ ...PANEL, panelCertificateArn: ARN }, /no panelDomain/],
    [{ panelDomain: "panel.example.com" }, /has panelDomain but no panel; add hasPanel/],
    [{ panelMailFrom: "a@example.com" }, /has panelMailFrom but no panel/],
    [{ panelOriginSecrets: PANEL.panelOriginSecrets }, /has panelOriginSecrets but no panel/],
  ])("are refused in words that name the setting: %j", (change, words) => {
    expect(() => settingsWith(change)).toThrow(words);
    expect(() => settingsWith(change)).toThrow(/The stage "trial" has .*\(lib\/config.ts\)/);
  });
});
