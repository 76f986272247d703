import type { KeepingVault } from "../ports.ts";
import { dataKeyPlace } from "./data-key-place.ts";
import { KeptKeys } from "./kept-keys.ts";
import { dataKeyMs, kmsVault, type VaultDeps } from "./kms-vault.ts";
import { passingKeys } from "./passing-keys.ts";

/** The session service's vault, which retains the data keys of the instances it owns. */
export function keepingVault(deps: VaultDeps): KeepingVault {
  const keys = new KeptKeys(passingKeys(dataKeyMs(deps)));
  return { ...kmsVault(deps, keys.of), keepKey: (owner) => keys.keep(dataKeyPlace(owner).pk) };
}
