import { afterAll, describe, expect, it } from "vitest";
import { STAGES, type StageRow } from "../../lib/config.ts";
import { PANEL } from "./panel-stage.ts";
import { synthesised } from "./synthesised.ts";

function poolOf(change: Partial<StageRow> = {}) {
  STAGES.trial = { ...PANEL, ...change, stage: "trial" };
  const [[, pool] = ["", undefined]] = synthesised("trial").data.ofType("AWS::Cognito::UserPool");
  if (!pool) throw new Error("The stage has no user pool.");
  return pool;
}

afterAll(() => {
  delete STAGES.trial;
});

describe("the sign-ins of the panel's people", () => {
  it("are there only where a stage has a panel", () => {
    for (const stage of ["dev", "prod"]) synthesised(stage).data.template.resourceCountIs("AWS::Cognito::UserPool", 0);
  });

  it("outlive the stack and can't be deleted by mistake: whoever is lost is another person afterwards", () => {
    const { DeletionPolicy, UpdateReplacePolicy, Properties } = poolOf();
    expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(["Retain", "Retain"]);
    expect(Properties.DeletionProtection).toBe("ACTIVE");
  });

  it("are by an address that was proven, whatever its case, and that counts until another one is", () => {
    expect(poolOf().Properties).toMatchObject({
      UsernameAttributes: ["email"],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ["email"],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ["email"] },
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: "verified_email", Priority: 1 }] },
    });
  });

  it("have passwords of twelve characters, and a second factor for whoever wants one, never by SMS", () => {
    expect(poolOf().Properties).toMatchObject({
      Policies: { PasswordPolicy: { MinimumLength: 12 } },
      MfaConfiguration: "OPTIONAL",
      EnabledMfas: ["SOFTWARE_TOKEN_MFA"],
      UserPoolTier: "ESSENTIALS",
    });
  });

  it("get their codes from the panel's sender, else the stage's, else from Cognito itself", () => {
    const senderOf = (change: Partial<StageRow>) => poolOf(change).Properties.EmailConfiguration;
    expect(senderOf({})).toEqual({ EmailSendingAccount: "COGNITO_DEFAULT" });
    expect(senderOf({ mailFrom: "no-reply@example.com" })).toMatchObject({ From: "no-reply@example.com" });
    const own = senderOf({ mailFrom: "no-reply@example.com", panelMailFrom: "panel@example.org" });
    expect(own).toMatchObject({ EmailSendingAccount: "DEVELOPER", From: "panel@example.org" });
    expect(JSON.stringify(own.SourceArn)).toContain(':identity/example.org"');
  });

  it("have Cognito's pages under a name that no other account or stage has", () => {
    poolOf();
    const [[, domain] = ["", undefined]] = synthesised("trial").data.ofType("AWS::Cognito::UserPoolDomain");
    expect(domain?.Properties.ManagedLoginVersion).toBe(2);
    expect(JSON.stringify(domain?.Properties.Domain)).toBe(
      '{"Fn::Join":["",["messaging-gateway-trial-",{"Ref":"AWS::AccountId"}]]}',
    );
  });
});
