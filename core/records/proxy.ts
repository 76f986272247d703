import type { AccountId, InstanceId } from "../contracts/ids.ts";
import { type InstanceProxy, proxyOwner, proxyPlace } from "../contracts/proxy.ts";
import type { Vault } from "../ports.ts";

/** A stored proxy: the parts that may be displayed, and the URL, sealed under `proxyOwner` for `proxyPlace`. */
export interface StoredProxy extends InstanceProxy {
  sealed: Uint8Array;
}

/** The instance that uses the proxy. */
interface ProxyHolder {
  id: InstanceId;
  account_id: AccountId;
}

/** Seals a proxy's URL for the instance's record. */
export function sealProxyUrl(vault: Vault, { id, account_id }: ProxyHolder, url: string): Promise<Uint8Array> {
  return vault.seal(proxyOwner(account_id), proxyPlace(id), Buffer.from(url));
}

/** Decrypts a proxy's URL. @throws if it was sealed for another instance, or with a key that has been lost. */
export async function openProxyUrl(vault: Vault, { id, account_id }: ProxyHolder, sealed: Uint8Array): Promise<string> {
  return (await vault.open(proxyOwner(account_id), proxyPlace(id), sealed)).toString("utf8");
}
