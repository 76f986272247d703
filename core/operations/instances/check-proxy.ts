import { type NumberProxy, proxyUrl, shownProxy } from "../../domain/proxies/proxy-url.ts";
import { ApiError } from "../../errors.ts";
import type { HostCheck, Vault } from "../../ports.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { openProxyUrl, type StoredProxy, sealProxyUrl } from "../../records/proxy.ts";

/** The tools for a proxy in a request. */
export interface ProxyDeps {
  vault: Vault;
  hostCheck: HostCheck;
  /** Only on one machine: proxies at private addresses are fine too. */
  allowPrivateProxies: boolean;
}

/** A proxy in a request, checked, which can be stored for one instance. */
export interface CheckedProxy {
  url: string;
  seal(instance: Pick<InstanceRecord, "id" | "account_id">): Promise<StoredProxy>;
}

/**
 * Checks a proxy's url, and that its host does not lead to a private address. A name that does not resolve is accepted,
 * because every connection checks it again.
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

/** Whether an instance already has this proxy. One that can't be opened is another one. */
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
  return "The proxy's host resolves to an address that is not on the public internet. Give one that is.";
}
