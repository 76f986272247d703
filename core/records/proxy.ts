import type { AccountId, InstanceId } from "../contracts/ids.ts";
import { type InstanceProxy, proxyOwner, proxyPlace } from "../contracts/proxy.ts";
import type { Vault } from "../ports.ts";

/** A stored proxy: what may be shown of it, and its url, sealed by `proxyOwner` at `proxyPlace`. */
export interface StoredProxy extends InstanceProxy {
  sealed: Uint8Array;
}

/** The instance whose proxy it is. */
interface ProxyHolder {
  id: InstanceId;
  account_id: AccountId;
}

/** Seals a proxy's url for the instance's record. */
export function sealProxyUrl(vault: Vault, { id, account_id }: ProxyHolder, url: string): Promise<Uint8Array> {
  return vault.seal(proxyOwner(account_id), proxyPlace(id), Buffer.from(url));
}

/** Opens a proxy's url. @throws if it was sealed for another instance, or under a key that is lost. */
export async function openProxyUrl(vault: Vault, { id, account_id }: ProxyHolder, sealed: Uint8Array): Promise<string> {
  return (await vault.open(proxyOwner(account_id), proxyPlace(id), sealed)).toString("utf8");
}
