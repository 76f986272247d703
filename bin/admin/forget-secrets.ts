import { dataKeyPlace } from "../../core/aws/data-key-place.ts";
import { agentKeyOwner } from "../../core/contracts/answers/agent-key.ts";
import { CANARY_OWNER } from "../../core/contracts/canary.ts";
import { FILE_SECRET_OWNER } from "../../core/contracts/files.ts";
import { OTP_SECRET_OWNER } from "../../core/contracts/otps/otp-states.ts";
import { proxyOwner } from "../../core/contracts/proxy.ts";
import { removePartition } from "../../core/operations/instances/remove-partition.ts";
import type { VaultOwner } from "../../core/ports.ts";
import { keys } from "../../core/store/keys.ts";
import { dropAgentKey, type ReplaceDeps, replaceWebhookSecrets } from "./replace-lost-secrets.ts";

/** Dependencies of the command that deletes unreadable secrets. */
export interface ForgetDeps extends ReplaceDeps {
  /** Receives progress reports, one sentence at a time. */
  say(progress: string): void;
}

/**
 * The owners whose secrets were deleted, and the number of owners left alone because their secrets can still be
 * decrypted.
 */
export interface ForgottenSecrets {
  forgotten: string[];
  still_open: number;
  /** Webhooks that have a new secret, which their receivers don't know yet, and instances whose agent lost its key. */
  webhooks: string[];
  agents: string[];
}

/**
 * The KMS errors that prove that a data key was wrapped by a different KMS key. Other errors prove nothing: KMS could
 * be unreachable, or a permission could be missing.
 */
const WRAPPED_BY_ANOTHER = new Set(["IncorrectKeyException", "InvalidCiphertextException"]);

/**
 * Deletes everything sealed with a data key that wasn't wrapped by the deployment's own KMS key. Such content can never
 * be decrypted again, and no replacement is sealed. Owners whose data key can be opened are left alone. The data key is
 * deleted last, so an interrupted run can be repeated. Webhooks and agents remain, but without the secrets that can't
 * be opened.
 * @throws KMS or table errors that don't prove that a different KMS key wrapped the data key.
 */
export async function forgetSecrets(deps: ForgetDeps, accounts: readonly string[]): Promise<ForgottenSecrets> {
  const found: ForgottenSecrets = { forgotten: [], still_open: 0, webhooks: [], agents: [] };
  const forget = async (owner: VaultOwner, sealed: () => Promise<unknown>) => {
    const place = dataKeyPlace(owner);
    if (!(await deps.table.get(place))) return;
    if (await opens(deps, owner)) {
      found.still_open++;
      return;
    }
    await sealed();
    await deps.table.write({ delete: place });
    found.forgotten.push(place.pk);
    deps.say(`${place.pk}: forgotten.`);
  };
  const partition = (pk: string) => removePartition(deps, pk, { but: new Set(["DATAKEY"]) });

  await forget({ account_id: "deployment" }, () => deps.table.write({ delete: keys.pepper() }));
  await forget({ account_id: FILE_SECRET_OWNER }, () => partition(keys.fileSecret().pk));
  await forget({ account_id: OTP_SECRET_OWNER }, () => partition(keys.otpSecret().pk));
  await forget({ account_id: CANARY_OWNER }, () => partition(keys.canary().pk));
  for (const account of accounts) {
    await forget({ account_id: account }, async () => {});
    await forget(agentKeyOwner(account), async () => {});
    // A number whose proxy settings can't be decrypted stays offline and reports this, because it must not connect
    // without its proxy.
    await forget(proxyOwner(account), async () => {});
    const instances = await instanceIds(deps, account);
    for (const instance of instances) {
      await forget({ instance_id: instance }, () => partition(keys.sessionKey(instance, "", "").pk));
      if (await dropAgentKey(deps, account, instance)) found.agents.push(instance);
    }
    for (const owner of ["account", ...instances])
      if (await replaceWebhookSecrets(deps, account, owner)) found.webhooks.push(`${account} ${owner}`);
  }
  return found;
}

/** Whether the deployment's KMS key can open an owner's data key. @throws if the answer is inconclusive. */
async function opens({ vault }: ForgetDeps, owner: VaultOwner): Promise<boolean> {
  try {
    await vault.seal(owner, "look", Buffer.alloc(0));
    return true;
  } catch (error) {
    if (error instanceof Error && WRAPPED_BY_ANOTHER.has(error.name)) return false;
    throw error;
  }
}

async function instanceIds({ table }: ForgetDeps, account: string): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = { pk: keys.accountInstance(account, "").pk, limit: PAGE, ...(after !== undefined && { after }) };
    const { items, more } = await table.query(page);
    ids.push(...items.map(({ sk }) => sk));
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return ids;
  }
}

const PAGE = 500;
