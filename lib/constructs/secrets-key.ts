import { RemovalPolicy } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { Construct } from "constructs";
import { AGENT_KEY_OWNER_PREFIX } from "../../core/contracts/answers/agent-key.ts";
import { CANARY_OWNER } from "../../core/contracts/canary.ts";
import { FILE_SECRET_OWNER } from "../../core/contracts/files.ts";
import { ID_PREFIXES } from "../../core/contracts/ids.ts";
import { OTP_SECRET_OWNER } from "../../core/contracts/otps/otp-states.ts";
import { PROXY_OWNER_PREFIX } from "../../core/contracts/proxy.ts";
import { ENV } from "../../core/env.ts";
import type { Runtime } from "./runtime.ts";

/**
 * The KMS key that wraps the data keys of sealed secrets. It isn't the table's own key, so that the right to read items
 * doesn't open what is sealed in them. Losing this key loses every secret for good.
 */
export class SecretsKey extends Construct {
  readonly keyArn: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const key = new Key(this, "Key", {
      description: "Wraps the data keys of the messaging gateway's sealed secrets.",
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.keyArn = key.keyArn;
  }

  /**
   * Lets `runtime` open the deployment's own secret, which API keys are hashed with; the operator's command or the
   * first sign-in creates it.
   */
  grantKeyCheck(runtime: Runtime): void {
    this.#grant(runtime, ["kms:Decrypt"], OF_PEPPER);
  }

  /** Lets `runtime` open that secret, and create it if there is none. */
  grantKeyMake(runtime: Runtime): void {
    this.#grant(runtime, ["kms:GenerateDataKey", "kms:Decrypt"], OF_PEPPER);
  }

  /** Lets `runtime` open the file links' secret, and create it if there is none. */
  grantSealFileLinks(runtime: Runtime): void {
    this.#grant(runtime, ["kms:GenerateDataKey", "kms:Decrypt"], OF_FILE_LINKS);
  }

  /** Lets `runtime` open the links' secret, without creating one. */
  grantOpenFileLinks(runtime: Runtime): void {
    this.#grant(runtime, ["kms:Decrypt"], OF_FILE_LINKS);
  }

  /** Lets `runtime` open the secret that OTP codes are derived from, and create it if there is none. */
  grantSealOtpCodes(runtime: Runtime): void {
    this.#grant(runtime, ["kms:GenerateDataKey", "kms:Decrypt"], OF_OTP_CODES);
  }

  /** Lets `runtime` open that secret, without creating one. */
  grantOpenOtpCodes(runtime: Runtime): void {
    this.#grant(runtime, ["kms:Decrypt"], OF_OTP_CODES);
  }

  /** Lets `runtime` open the canary's credentials from the operator. */
  grantOpenCanary(runtime: Runtime): void {
    this.#grant(runtime, ["kms:Decrypt"], { StringEquals: { "kms:EncryptionContext:account_id": CANARY_OWNER } });
  }

  /**
   * Lets the operator make what the deployment itself knows: the pepper, the secret of OTP codes and the canary's
   * credentials. It opens nothing of a customer.
   */
  grantOperator(runtime: Runtime): void {
    const owners = ["deployment", OTP_SECRET_OWNER, CANARY_OWNER];
    this.#grant(runtime, ["kms:GenerateDataKey", "kms:Decrypt"], {
      StringEquals: { "kms:EncryptionContext:account_id": owners },
    });
  }

  /**
   * Lets `runtime` find out of every owner whether the key opens its data key, and give accounts a new one. That
   * right also opens what is sealed, so it is for a restore only.
   */
  grantForget(runtime: Runtime): void {
    const accounts = `${ID_PREFIXES.account}_*`;
    const named = ["deployment", OTP_SECRET_OWNER, CANARY_OWNER, FILE_SECRET_OWNER];
    const owners = [...named, `${AGENT_KEY_OWNER_PREFIX}*`, `${PROXY_OWNER_PREFIX}*`];
    this.#grant(runtime, ["kms:Decrypt"], {
      StringLike: { "kms:EncryptionContext:account_id": [...owners, accounts] },
    });
    this.#grant(runtime, ["kms:Decrypt"], OF_OWNER.instance);
    this.#grant(runtime, ["kms:GenerateDataKey"], OF_OWNER.account);
  }

  /** Lets `runtime` create and unwrap the data keys of all owners of a kind: the right and the key's address. */
  grantSeal(runtime: Runtime, owner: Owner): void {
    this.#grant(runtime, ["kms:GenerateDataKey", "kms:Decrypt"], OF_OWNER[owner]);
  }

  /** Lets `runtime` unwrap those data keys, without creating any. */
  grantOpen(runtime: Runtime, owner: Owner): void {
    this.#grant(runtime, ["kms:Decrypt"], OF_OWNER[owner]);
  }

  #grant(runtime: Runtime, actions: string[], conditions: PolicyStatement["conditions"]): void {
    runtime.addEnvironment(ENV.kmsKeyId, this.keyArn);
    runtime.grantPrincipal.addToPrincipalPolicy(new PolicyStatement({ actions, resources: [this.keyArn], conditions }));
  }
}

/**
 * An owner of secrets. A data key is wrapped for one account, one instance, one account's AI keys or the urls of its
 * proxies, and KMS checks which one it is unwrapped for.
 */
type Owner = "account" | "instance" | "agent" | "proxy";

const OF_OWNER: Record<Owner, PolicyStatement["conditions"]> = {
  account: { StringLike: { "kms:EncryptionContext:account_id": `${ID_PREFIXES.account}_*` } },
  instance: { StringLike: { "kms:EncryptionContext:instance_id": `${ID_PREFIXES.instance}_*` } },
  agent: { StringLike: { "kms:EncryptionContext:account_id": `${AGENT_KEY_OWNER_PREFIX}*` } },
  proxy: { StringLike: { "kms:EncryptionContext:account_id": `${PROXY_OWNER_PREFIX}*` } },
};

const OF_PEPPER: PolicyStatement["conditions"] = {
  StringEquals: { "kms:EncryptionContext:account_id": "deployment" },
};

const OF_FILE_LINKS: PolicyStatement["conditions"] = {
  StringEquals: { "kms:EncryptionContext:account_id": FILE_SECRET_OWNER },
};

const OF_OTP_CODES: PolicyStatement["conditions"] = {
  StringEquals: { "kms:EncryptionContext:account_id": OTP_SECRET_OWNER },
};
