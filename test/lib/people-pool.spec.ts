import { join } from "node:path";
import { App, Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../build/bundle.ts";
import { STAGES, type StageRow, stageConfig } from "../../lib/config.ts";
import { PeoplePool } from "../../lib/constructs/panel/people-pool.ts";
import { SingleTable } from "../../lib/constructs/single-table.ts";
import { envNames, PASSWORD_RESET } from "../../lib/wiring.ts";
import { passingFolder } from "../support/passing-folder.ts";
import { PANEL } from "./panel-stage.ts";
import { type Resource, synthesised } from "./synthesised.ts";

/** Creates a stack with only the user pool, for a stage that exists only for this test. */
function poolStack(change: Partial<StageRow> = {}) {
  STAGES.trial = { ...PANEL, ...change, stage: "trial" };
  const stack = new Stack(new App({ outdir: passingFolder("people-pool-"), analyticsReporting: false }), "Data");
  new PeoplePool(stack, "People", {
    config: stageConfig("trial"),
    bundles: [{ name: PASSWORD_RESET.name, folder: join(ROOT, "lib/stacks") }],
    table: new SingleTable(stack, "Table", { key: null, existing: null }),
  });
  delete STAGES.trial;
  const { Resources } = Template.fromStack(stack).toJSON() as { Resources: Record<string, Resource> };
  return (type: string): Resource[] => Object.values(Resources).filter(({ Type }) => Type === type);
}

const ofType = poolStack();
const only = (type: string, of = ofType): Resource => {
  const [found, another] = of(type);
  if (!found || another) throw new Error(`There is not one ${type}.`);
  return found;
};
const pool = only("AWS::Cognito::UserPool");

describe("the sign-ins of the panel's people", () => {
  it("are there only where a stage has a panel", () => {
    for (const stage of ["dev", "prod"]) synthesised(stage).data.template.resourceCountIs("AWS::Cognito::UserPool", 0);
  });

  it("outlive the stack and can't be deleted by mistake: whoever is lost is another person afterwards", () => {
    const { DeletionPolicy, UpdateReplacePolicy, Properties } = pool;
    expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(["RetainExceptOnCreate", "Retain"]);
    expect(Properties.DeletionProtection).toBe("ACTIVE");
  });

  it("are by an address that was proven, whatever its case, and that counts until another one is", () => {
    expect(pool.Properties).toMatchObject({
      UsernameAttributes: ["email"],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ["email"],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ["email"] },
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: "verified_email", Priority: 1 }] },
    });
  });

  it("have passwords of twelve characters, and a second factor for whoever wants one, never by SMS", () => {
    expect(pool.Properties).toMatchObject({
      Policies: { PasswordPolicy: { MinimumLength: 12 } },
      MfaConfiguration: "OPTIONAL",
      EnabledMfas: ["SOFTWARE_TOKEN_MFA"],
      UserPoolTier: "ESSENTIALS",
    });
  });

  it("get their codes from the panel's sender, else the stage's, else from Cognito itself", () => {
    const senderOf = (change: Partial<StageRow>) =>
      only("AWS::Cognito::UserPool", poolStack(change)).Properties.EmailConfiguration;
    expect(senderOf({})).toEqual({ EmailSendingAccount: "COGNITO_DEFAULT" });
    expect(senderOf({ mailFrom: "no-reply@example.com" })).toMatchObject({ From: "no-reply@example.com" });
    const own = senderOf({ mailFrom: "no-reply@example.com", panelMailFrom: "panel@example.org" });
    expect(own).toMatchObject({ EmailSendingAccount: "DEVELOPER", From: "panel@example.org" });
    expect(JSON.stringify(own.SourceArn)).toContain(':identity/example.org"');
  });

  it("have Cognito's pages under a name that no other account or stage has", () => {
    const { Properties } = only("AWS::Cognito::UserPoolDomain");
    expect(Properties.ManagedLoginVersion).toBe(2);
    expect(JSON.stringify(Properties.Domain)).toBe(
      '{"Fn::Join":["",["messaging-gateway-trial-",{"Ref":"AWS::AccountId"}]]}',
    );
  });

  it("call the function that ends a person's sessions after a new password, which may do that alone", () => {
    const { Properties } = only("AWS::Lambda::Function");
    const trigger = JSON.stringify(pool.Properties.LambdaConfig);
    expect(trigger).toMatch(/^\{"PostConfirmation":\{"Ref":"PeopleEndSessionsLive\w+"\}\}$/);
    expect(Object.keys(Properties.Environment.Variables)).toEqual(envNames(PASSWORD_RESET.uses));
    expect(Properties).toMatchObject({ Timeout: 5, FunctionName: "messaging-gateway-trial-end-sessions" });
    const statements = ofType("AWS::IAM::Policy").flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
    expect(statements.filter(({ Action }) => JSON.stringify(Action).includes("dynamodb:"))).toEqual([
      expect.objectContaining({
        Action: expect.arrayContaining(["dynamodb:GetItem", "dynamodb:Query", "dynamodb:DeleteItem"]),
        Condition: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["SUB#*", "USER#*", "SESSION#*"] } },
      }),
    ]);
  });

  it("let Cognito alone call it, for this pool", () => {
    const { Properties } = only("AWS::Lambda::Permission");
    expect(Properties.Principal).toBe("cognito-idp.amazonaws.com");
    expect(JSON.stringify(Properties.SourceArn)).toContain("PeoplePool");
  });
});
