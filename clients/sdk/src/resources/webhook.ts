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
  /** Read the account's webhook. Any API key. */
  get(options?: CallOptions): Answer<Data<WebhookGetResponses>> {
    return this.callOne({ method: "GET", path: "/v1/webhook", answer: "object", options });
  }

  /** Change the account's webhook. A full key of the whole account. */
  update(body: Body<WebhookUpdateData>, options?: CallOptions): Answer<Data<WebhookUpdateResponses>> {
    return this.callOne({ method: "PATCH", path: "/v1/webhook", body, answer: "object", options });
  }

  /** Replace the signing secret of the account's webhook. A full key of the whole account. */
  rotateSecret(options?: KeyedOptions): Answer<Data<WebhookRotateSecretResponses>> {
    return this.callOne({ method: "POST", path: "/v1/webhook/secret", keyed: true, answer: "object", options });
  }

  /** Send a webhook.test event to the account's webhook. A full key of the whole account. */
  test(options?: CallOptions): Answer<Data<WebhookTestResponses>> {
    return this.callOne({ method: "POST", path: "/v1/webhook/test", answer: "object", options });
  }

  /** Try the account's webhook now, when events wait or it is paused. A full key of the whole account. */
  try(options?: CallOptions): Answer<Data<WebhookTryResponses>> {
    return this.callOne({ method: "POST", path: "/v1/webhook/try", answer: "object", options });
  }

  /** List deliveries of events: failed ones newest first, then pending ones, then delivered ones newest first. Any API key. */
  deliveries(query?: Query<WebhookDeliveriesData>, options?: CallOptions): List<Item<WebhookDeliveriesResponses>> {
    return this.callList({ method: "GET", path: "/v1/webhook/deliveries", query, answer: "links", options });
  }

  /** Send an event again that failed, or that waits for its next attempt. A full key of the whole account. */
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
