import { createAccount } from "../../core/operations/accounts/create-account.ts";
import { createKey } from "../../core/operations/accounts/create-key.ts";
import { type Call, caller, type Gateway } from "./gateway.ts";

/**
 * Creates another account on a running gateway, bypassing its API. @returns a function that calls the API with a
 * full-access key for that account.
 */
export async function anotherAccount(gateway: Gateway): Promise<Call> {
  return caller(gateway.baseUrl, { authorization: `Bearer ${await keyOfAnotherAccount(gateway)}` });
}

/** Creates another account on a running gateway, bypassing its API. @returns its key, of kind `full`. */
export async function keyOfAnotherAccount(gateway: Gateway): Promise<string> {
  const deps = await depsOf(gateway);
  const now = await gateway.now();
  const { id } = await createAccount(deps, { name: "Another", plan: "scale" }, now);
  return (await createKey(deps, { account_id: id, kind: "full" }, now)).key;
}

/**
 * Creates another API key for the account of a running gateway, bypassing its API.
 * @param instance the instance that the key is limited to, or null for all numbers. @returns the key.
 */
export async function madeKey(gateway: Gateway, kind: "read" | "send" | "full", instance: string | null = null) {
  const deps = await depsOf(gateway);
  const asked = { account_id: gateway.accountId, kind, ...(instance && { instance_id: instance }) };
  const { key } = await createKey(deps, asked, await gateway.now());
  return key;
}

/** Returns the dependencies that the gateway's own functions use to reach its table. */
export async function depsOf(gateway: Gateway) {
  Object.assign(process.env, gateway.awsEnv);
  // These modules read the environment when they are loaded.
  const { newDeps } = await import("../../functions/deps.ts");
  const { useDeps } = await import("../../functions/own-deps.ts");
  useDeps(null); // an earlier spec in this process may have left its own dependencies
  return newDeps();
}
