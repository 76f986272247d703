// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import type { List } from "../page.ts";
import { type Body, type Data, type Item, type Query, Resource } from "../resource.ts";
import type { CallOptions, KeyedOptions } from "../transport.ts";
import type {
  WebhookDeliveriesData,
  WebhookDeliveriesResponses,
  WebhookGetResponses,
  WebhookResendResponses,
  WebhookRotateSecretResponses,
  WebhookTestResponses,
  WebhookTryResponses,
  WebhookUpdateData,
  WebhookUpdateResponses,
} from "../types.ts";

/** The calls of `webhook`. */
export class Webhook extends Resource {
  /** Get the account's webhook. Any API key. */
  get(options?: CallOptions): Answer<Data<WebhookGetResponses>> {
    return this.callOne({ method: "GET", path: "/v1/webhook", answer: "object", options });
  }

  /** Change the account's webhook. A full key for the whole account. */
  update(body: Body<WebhookUpdateData>, options?: CallOptions): Answer<Data<WebhookUpdateResponses>> {
    return this.callOne({ method: "PATCH", path: "/v1/webhook", body, answer: "object", options });
  }

  /** Replace the signing secret of the account's webhook. A full key for the whole account. */
  rotateSecret(options?: KeyedOptions): Answer<Data<WebhookRotateSecretResponses>> {
    return this.callOne({ method: "POST", path: "/v1/webhook/secret", keyed: true, answer: "object", options });
  }

  /** Send a webhook.test event to the account's webhook. A full key for the whole account. */
  test(options?: CallOptions): Answer<Data<WebhookTestResponses>> {
    return this.callOne({ method: "POST", path: "/v1/webhook/test", answer: "object", options });
  }

  /** Retry the account's webhook now, if events are waiting or it is paused. A full key for the whole account. */
  try(options?: CallOptions): Answer<Data<WebhookTryResponses>> {
    return this.callOne({ method: "POST", path: "/v1/webhook/try", answer: "object", options });
  }

  /** List event deliveries: failed deliveries (newest first), then pending ones, then delivered ones (newest first). Any API key. */
  deliveries(query?: Query<WebhookDeliveriesData>, options?: CallOptions): List<Item<WebhookDeliveriesResponses>> {
    return this.callList({ method: "GET", path: "/v1/webhook/deliveries", query, answer: "links", options });
  }

  /** Resend an event that failed or is waiting for its next attempt. A full key for the whole account. */
  resend(eventId: string, options?: CallOptions): Answer<Data<WebhookResendResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/webhook/deliveries/{event_id}/resend",
      ids: [eventId],
      answer: "object",
      options,
    });
  }
}
