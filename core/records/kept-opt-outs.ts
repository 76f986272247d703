import { createHmac } from "node:crypto";
import type { InstanceId } from "../contracts/ids.ts";
import { phoneOfPerson } from "../domain/messages/chat-id.ts";
import { writtenForms } from "../domain/messages/written-forms.ts";
import { failureKind } from "../failure-kind.ts";
import type { Ids, Log, Vault } from "../ports.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Key, Table, Write } from "../store/table.ts";

/**
 * The record that a person whose data was erased had opted out of broadcasts. Nothing else about them is retained. The
 * record is stored under a hash.
 */
export interface KeptOptOut {
  opted_out_ms: number;
  /**
   * The hashes of all of the person's keys. The record is stored under each of them, and they are deleted together.
   * Absent in records of earlier versions.
   */
  hashes?: string[];
}

const records = recordsAt<KeptOptOut, Parameters<typeof keys.keptOptOut>>(keys.keptOptOut);

/** An erased person's opt-out on an instance: when it took effect and all places where it is stored. */
export interface FoundOptOut {
  opted_out_ms: number;
  places: Key[];
}

/** Hashes a person's names with a separate secret for each instance. Only the session service opens these secrets. */
export interface OptOutHashes {
  /**
   * Returns the hashes of the names, or null if the instance has no secret and therefore can't have retained any
   * opt-outs.
   */
  find(instance: InstanceId, names: readonly string[]): Promise<string[] | null>;
  /** Like `find`, but creates the secret if it doesn't exist yet. */
  make(instance: InstanceId, names: readonly string[]): Promise<string[]>;
}

const PLACE = "opt_outs|secret";
const SECRET_BYTES = 32;

/**
 * Creates hashes with secrets sealed by the vault. With plain hashes, anyone with a copy of the table could guess the
 * phone numbers within minutes. Nothing is cached, because the hashes are only needed for a new person's first message.
 */
export function sealedOptOutHashes(deps: { table: Table; vault: Vault; ids: Ids; log: Log }): OptOutHashes {
  const open = (instance: InstanceId, sealed: unknown) =>
    deps.vault.open({ instance_id: instance }, PLACE, sealed as Uint8Array); // only written below
  const hashed = (secret: Uint8Array, names: readonly string[]) =>
    names.map((name) => createHmac("sha256", secret).update(`opt_out|${name}`).digest("hex"));

  async function made(instance: InstanceId): Promise<Uint8Array> {
    const secret = deps.ids.random(SECRET_BYTES);
    const sealed = await deps.vault.seal({ instance_id: instance }, PLACE, secret);
    // Replaces a secret whose encryption key was lost. Only the instance's owner creates secrets.
    await deps.table.write({ put: { ...keys.optOutSecret(instance), sealed } });
    return secret;
  }

  async function find(instance: InstanceId, names: readonly string[]): Promise<string[] | null> {
    const stored = await deps.table.get(keys.optOutSecret(instance));
    try {
      return stored && hashed(await open(instance, stored.sealed), names);
    } catch (error) {
      if (failureKind(error) === "passing") throw error;
      // The encryption key was lost, for example because a restore didn't include it. Messages must still be received,
      // so the loss of the opt-outs is accepted.
      deps.log.error({ instance_id: instance, error: String(error) }, "the opt-outs of erased people can't be read");
      return null;
    }
  }
  return {
    find,
    make: async (instance, names) => (await find(instance, names)) ?? hashed(await made(instance), names),
  };
}

/**
 * Builds the writes that retain an opt-out under the hash of each of a person's keys. Each record names the others, so
 * whichever key the person writes from, none of the records outlives the opt-out.
 */
export const keepOptOut = (instance: InstanceId, hashes: string[], opted_out_ms: number): Write[] =>
  hashes.map((hash) => {
    const kept: KeptOptOut = { opted_out_ms, hashes };
    return { put: { ...keys.keptOptOut(instance, hash), ...kept } };
  });

/**
 * Finds the opt-out retained when a person's data was erased, or returns null if there is none. Almost always costs a
 * single read.
 * @param people the person's known keys. A phone number also stands for its other form.
 */
export async function findKeptOptOut(
  table: Table,
  hashes: OptOutHashes,
  instance: InstanceId,
  people: readonly (string | null | undefined)[],
): Promise<FoundOptOut | null> {
  const named = people.filter((one) => typeof one === "string");
  const names = new Set(named.flatMap((one) => (phoneOfPerson(one) === null ? [one] : writtenForms(one))));
  const own = await hashes.find(instance, [...names]);
  if (own === null) return null;
  const found = (await table.getMany(own.map((hash) => keys.keptOptOut(instance, hash)))).map(records.of);
  if (found.length === 0) return null;
  const all = new Set(found.flatMap(({ sk, hashes: ofPerson = [] }) => [sk, ...ofPerson]));
  return {
    opted_out_ms: Math.min(...found.map((one) => one.opted_out_ms)),
    places: [...all].map((hash) => keys.keptOptOut(instance, hash)),
  };
}
