import { signatureHeaders } from "../../domain/webhooks/signature.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { Post, PostResult, Vault } from "../../ports.ts";
import type { EventRecord } from "../../records/event.ts";
import type { WebhookRecord } from "../../records/webhooks/webhook.ts";
import { openAuthHeader, openSecrets } from "../../records/webhooks/webhook-secrets.ts";

/** Dependencies for delivering events. `docsUrl` is the address of the public guides and is sent in the User-Agent. */
export interface DeliveryDeps extends LaneDeps {
  vault: Vault;
  post: Post;
  docsUrl: string;
}

/** A webhook that has a URL. */
export type OpenWebhook = WebhookRecord & { url: string };

/** Whether a post was accepted, i.e. answered with any 2xx status. */
export const isAccepted = (result: PostResult): boolean =>
  result.status !== null && result.status >= 200 && result.status <= 299;

/**
 * Prepares a post. Anything that can fail on the gateway's side fails here, before anything is claimed.
 * @returns a function that makes the post, with a fresh signature each time. Spec: Events › Signature.
 */
export async function preparePost(deps: DeliveryDeps, webhook: OpenWebhook, event: Pick<EventRecord, "id" | "body">) {
  const secrets = await openSecrets(deps.vault, webhook, deps.clock.now());
  if (secrets.length === 0) throw new Error("A webhook with a url has no signing secret.");
  const authHeader = await openAuthHeader(deps.vault, webhook);
  return async (): Promise<PostResult> => {
    const startedAt = deps.clock.now().getTime();
    const result = await deps.post({
      url: webhook.url,
      headers: {
        "Content-Type": "application/json",
        "User-Agent": `Service-Webhooks/1 (+${deps.docsUrl}/guides/webhooks)`,
        ...signatureHeaders({ id: event.id, at: deps.clock.now(), body: event.body, secrets }),
        ...authHeader,
      },
      body: event.body,
    });
    return { ...result, ms: deps.clock.now().getTime() - startedAt };
  };
}
