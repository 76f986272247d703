import { type NumberProxy, proxyUrl, shownProxy } from "../../domain/proxies/proxy-url.ts";
import { ApiError } from "../../errors.ts";
import type { HostCheck, Vault } from "../../ports.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { openProxyUrl, type StoredProxy, sealProxyUrl } from "../../records/proxy.ts";

/** Dependencies for handling a proxy from a request. */
export interface ProxyDeps {
  vault: Vault;
  hostCheck: HostCheck;
  /** Whether proxies at private addresses are allowed. This is only true when everything runs on one machine. */
  allowPrivateProxies: boolean;
}

/** A proxy from a request, checked and ready to store for a particular instance. */
export interface CheckedProxy {
  url: string;
  seal(instance: Pick<InstanceRecord, "id" | "account_id">): Promise<StoredProxy>;
}

/**
 * Checks a proxy's URL and makes sure that its host doesn't resolve to a private address. A host name that can't be
 * resolved is accepted, because each connection checks it again.
 * @throws ApiError `validation_failed` with `errors["proxy.url"]`.
 */
export async function checkProxy(deps: ProxyDeps, url: string): Promise<CheckedProxy> {
  const verdict = proxyUrl(url, deps.allowPrivateProxies);
  const error = "error" in verdict ? verdict.error : await hostError(deps, verdict.proxy);
  if ("error" in verdict || error !== null) {
    throw new ApiError("validation_failed", { errors: { "proxy.url": [error ?? ""] } });
  }
  const shown = shownProxy(verdict.proxy);
  return {
    url,
    seal: async (instance) => ({ ...shown, sealed: await sealProxyUrl(deps.vault, instance, url) }),
  };
}

/** Whether an instance already uses this proxy. A stored proxy that can't be decrypted counts as a different one. */
export async function hasProxy({ vault }: Pick<ProxyDeps, "vault">, instance: InstanceRecord, url: string) {
  if (!instance.proxy) return false;
  const known = await openProxyUrl(vault, instance, instance.proxy.sealed).catch(() => null);
  return known === url;
}

async function hostError(
  { hostCheck, allowPrivateProxies }: ProxyDeps,
  { hostname }: NumberProxy,
): Promise<string | null> {
  if (allowPrivateProxies || (await hostCheck(hostname)) !== "private") return null;
  return "The proxy's host resolves to an address that is not on the public internet. Use a host that is.";
}
