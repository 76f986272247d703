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
 * The KMS key that wraps the data keys of encrypted secrets. It is separate from the table's own key, so permission to
 * read items doesn't include permission to decrypt the secrets in them. If this key is lost, all secrets are
 * permanently lost.
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
   * Allows `runtime` to decrypt the deployment's own secret, which is used to hash API keys. The operator's command or
   * the first sign-in creates that secret.
   */
  grantKeyCheck(runtime: Runtime): void {
    this.#grant(runtime, ["kms:Decrypt"], OF_PEPPER);
  }

  /** Allows `runtime` to decrypt the secret used to hash API keys, and to create it if it doesn't exist. */
  grantKeyMake(runtime: Runtime): void {
    this.#grant(runtime, ["kms:GenerateDataKey", "kms:Decrypt"], OF_PEPPER);
  }

  /** Allows `runtime` to decrypt the secret for file links, and to create it if it doesn't exist. */
  grantSealFileLinks(runtime: Runtime): void {
    this.#grant(runtime, ["kms:GenerateDataKey", "kms:Decrypt"], OF_FILE_LINKS);
  }

  /** Allows `runtime` to decrypt the secret for file links, but not to create it. */
  grantOpenFileLinks(runtime: Runtime): void {
    this.#grant(runtime, ["kms:Decrypt"], OF_FILE_LINKS);
  }

  /** Allows `runtime` to decrypt the secret from which OTP codes are derived, and to create it if it doesn't exist. */
  grantSealOtpCodes(runtime: Runtime): void {
    this.#grant(runtime, ["kms:GenerateDataKey", "kms:Decrypt"], OF_OTP_CODES);
  }

  /** Allows `runtime` to decrypt the secret from which OTP codes are derived, but not to create it. */
  grantOpenOtpCodes(runtime: Runtime): void {
    this.#grant(runtime, ["kms:Decrypt"], OF_OTP_CODES);
  }

  /** Allows `runtime` to decrypt the credentials that the operator stored for the canary. */
  grantOpenCanary(runtime: Runtime): void {
    this.#grant(runtime, ["kms:Decrypt"], { StringEquals: { "kms:EncryptionContext:account_id": CANARY_OWNER } });
  }

  /**
   * Allows the operator to create the deployment's own secrets: the pepper, the secret for OTP codes, and the canary's
   * credentials. Doesn't allow decrypting any customer's secret.
   */
  grantOperator(runtime: Runtime): void {
    const owners = ["deployment", OTP_SECRET_OWNER, CANARY_OWNER];
    this.#grant(runtime, ["kms:GenerateDataKey", "kms:Decrypt"], {
      StringEquals: { "kms:EncryptionContext:account_id": owners },
    });
  }

  /**
   * Allows `runtime` to test for each owner whether this key can decrypt the owner's data key, and to create a new data
   * key for accounts. This permission also allows decrypting the secrets themselves, so it is only meant for a restore.
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

  /**
   * Lets `runtime` create and unwrap the data keys of all owners of the given kind. Also passes the KMS key's address
   * to `runtime`.
   */
  grantSeal(runtime: Runtime, owner: Owner): void {
    this.#grant(runtime, ["kms:GenerateDataKey", "kms:Decrypt"], OF_OWNER[owner]);
  }

  /** Lets `runtime` unwrap the data keys of all owners of the given kind, but not create any. */
  grantOpen(runtime: Runtime, owner: Owner): void {
    this.#grant(runtime, ["kms:Decrypt"], OF_OWNER[owner]);
  }

  #grant(runtime: Runtime, actions: string[], conditions: PolicyStatement["conditions"]): void {
    runtime.addEnvironment(ENV.kmsKeyId, this.keyArn);
    runtime.grantPrincipal.addToPrincipalPolicy(new PolicyStatement({ actions, resources: [this.keyArn], conditions }));
  }
}

/**
 * The kinds of secret owners. Each data key is wrapped for one account, one instance, one account's AI keys or one
 * account's proxy URLs. KMS checks the owner again when the key is unwrapped.
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
