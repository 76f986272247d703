import { createHostCheck } from "../../../core/http/host-check.ts";
import type { ProxyDeps } from "../../../core/operations/instances/check-proxy.ts";
import type { ApiDeps } from "../../own-deps.ts";

/**
 * Returns the dependencies for handling proxies in API requests. Proxy addresses are subject to the same restrictions
 * as webhook URLs.
 */
export function proxyDeps({ vault, env }: ApiDeps): ProxyDeps {
  const allowPrivate = env.ALLOW_PRIVATE_WEBHOOKS === "1";
  return { vault, hostCheck: createHostCheck({ allowPrivate }), allowPrivateProxies: allowPrivate };
}
