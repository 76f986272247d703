import { createHostCheck } from "../../../core/http/host-check.ts";
import type { ProxyDeps } from "../../../core/operations/instances/check-proxy.ts";
import type { ApiDeps } from "../../own-deps.ts";

/** The tools for proxies in requests; proxies are guarded as webhooks are. */
export function proxyDeps({ vault, env }: ApiDeps): ProxyDeps {
  const allowPrivate = env.ALLOW_PRIVATE_WEBHOOKS === "1";
  return { vault, hostCheck: createHostCheck({ allowPrivate }), allowPrivateProxies: allowPrivate };
}
