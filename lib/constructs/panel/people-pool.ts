import { RemovalPolicy, Stack } from "aws-cdk-lib";
import {
  AccountRecovery,
  type CfnUserPool,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  UserPool,
  UserPoolEmail,
  VerificationEmailStyle,
} from "aws-cdk-lib/aws-cognito";
import { Construct } from "constructs";
import type { Bundle } from "../../../build/bundle.ts";
import type { StageConfig } from "../../config.ts";
import { panelFunctionName } from "../../panel-paths.ts";
import { PASSWORD_RESET } from "../../wiring.ts";
import { acknowledge } from "../acknowledge.ts";
import { GatewayFunction } from "../gateway-function.ts";
import type { SingleTable } from "../single-table.ts";

/** Properties of the pool. */
export interface PeoplePoolProps {
  config: StageConfig;
  bundles: readonly Pick<Bundle, "name" | "folder">[];
  table: SingleTable;
}

/**
 * The minimum password length. Length makes passwords hard to guess, while rules about characters make people write
 * them down.
 */
const PASSWORD_LEAST_CHARS = 12;

/**
 * The panel's user pool: email addresses, passwords and second factors. Cognito's own pages handle sign-up,
 * confirmation and password reset, so no password passes through our functions. The pool is retained when its stack is
 * deleted. Otherwise, its users would have to sign up again and would count as new users.
 */
export class PeoplePool extends Construct {
  readonly pool: UserPool;
  /** The origin of Cognito's sign-in pages. */
  readonly pagesUrl: string;
  /** The issuer of the pool's tokens. */
  readonly issuer: string;

  /** The function that ends a user's sessions when they reset their password. */
  readonly endSessions: GatewayFunction;

  constructor(scope: Construct, id: string, { config, bundles, table }: PeoplePoolProps) {
    super(scope, id);
    this.endSessions = this.#endSessions(config, bundles);
    table.grantEndSessions(this.endSessions);
    this.pool = new UserPool(this, "Pool", {
      userPoolName: `messaging-gateway-${config.stage}`,
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      // Without this, Ana@example.com and ana@example.com would be two different users.
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // The old, confirmed address stays valid until the new one is confirmed.
      keepOriginal: { email: true },
      standardAttributes: { email: { required: true, mutable: true } },
      featurePlan: FeaturePlan.ESSENTIALS,
      passwordPolicy: {
        minLength: PASSWORD_LEAST_CHARS,
        requireDigits: false,
        requireLowercase: false,
        requireUppercase: false,
        requireSymbols: false,
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      userVerification: {
        emailStyle: VerificationEmailStyle.CODE,
        emailSubject: "Your code",
        emailBody:
          "Your code to sign in to the panel: {####}. If you did not request this code, someone else entered your address.",
      },
      email: UserPoolEmail.withCognito(),
      lambdaTriggers: { postConfirmation: this.endSessions.live },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.#sendFrom(config.panelMailFrom ?? config.mailFrom);
    // The domain prefix must be unique in the region across all AWS accounts, so include the account number.
    const { account, region, urlSuffix } = Stack.of(this);
    const prefix = `messaging-gateway-${config.stage}-${account}`;
    this.pool.addDomain("Pages", {
      cognitoDomain: { domainPrefix: prefix },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    this.pagesUrl = `https://${prefix}.auth.${region}.amazoncognito.com`;
    this.issuer = `https://cognito-idp.${region}.${urlSuffix}/${this.pool.userPoolId}`;
    acknowledge(this.pool, {
      "AwsSolutions-COG1":
        "Twelve characters, without rules on signs: NIST SP 800-63B advises against these, for people answer them with patterns.",
      "AwsSolutions-COG2":
        "A second factor is each person's own choice; forcing it would shut out shops whose people share no phone.",
      "AwsSolutions-COG8":
        "The Plus tier costs for each person and month; Cognito locks out who guesses in the Essentials tier, too.",
    });
  }

  /**
   * Defined here and not with the panel's other functions, because the pool refers to it, and they refer to the pool.
   */
  #endSessions(config: StageConfig, bundles: PeoplePoolProps["bundles"]): GatewayFunction {
    const codeFolder = bundles.find(({ name }) => name === PASSWORD_RESET.name)?.folder;
    if (codeFolder === undefined) throw new Error(`There is no bundle for ${PASSWORD_RESET.name}.`);
    const functionName = panelFunctionName(config.stage, PASSWORD_RESET.name);
    return new GatewayFunction(this, "EndSessions", { wiring: PASSWORD_RESET, codeFolder, config, functionName });
  }

  /**
   * Sends through SES in the stage's own region, with the right to the address's whole domain. The library's own way
   * needs a region, which these stacks don't know.
   */
  #sendFrom(from: string | null): void {
    if (from === null) return;
    const pool = this.pool.node.defaultChild as CfnUserPool; // the resource of a UserPool
    pool.emailConfiguration = {
      emailSendingAccount: "DEVELOPER",
      from,
      sourceArn: Stack.of(this).formatArn({ service: "ses", resource: "identity", resourceName: domainOf(from) }),
    };
  }
}

/** Returns the part of an address after its @. */
const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);
