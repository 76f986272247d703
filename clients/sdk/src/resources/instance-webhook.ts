// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import { type Body, type Data, Resource } from "../resource.ts";
import type { CallOptions, KeyedOptions } from "../transport.ts";
import type {
  InstanceWebhookGetResponses,
  InstanceWebhookRotateSecretResponses,
  InstanceWebhookTestResponses,
  InstanceWebhookTryResponses,
  InstanceWebhookUpdateData,
  InstanceWebhookUpdateResponses,
} from "../types.ts";

/** The calls of `instance_webhook`. */
export class InstanceWebhook extends Resource {
  /** Get an instance's own webhook. Any API key. */
  get(instanceId: string, options?: CallOptions): Answer<Data<InstanceWebhookGetResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/webhook",
      ids: [instanceId],
      answer: "object",
      options,
    });
  }

  /** Change an instance's own webhook. A full key for the whole account. */
  update(
    instanceId: string,
    body: Body<InstanceWebhookUpdateData>,
    options?: CallOptions,
  ): Answer<Data<InstanceWebhookUpdateResponses>> {
    return this.callOne({
      method: "PATCH",
      path: "/v1/instances/{id}/webhook",
      ids: [instanceId],
      body,
      answer: "object",
      options,
    });
  }

  /** Replace the signing secret of an instance's own webhook. A full key for the whole account. */
  rotateSecret(instanceId: string, options?: KeyedOptions): Answer<Data<InstanceWebhookRotateSecretResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/webhook/secret",
      ids: [instanceId],
      keyed: true,
      answer: "object",
      options,
    });
  }

  /** Send a webhook.test event to an instance's own webhook. A full key for the whole account. */
  test(instanceId: string, options?: CallOptions): Answer<Data<InstanceWebhookTestResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/webhook/test",
      ids: [instanceId],
      answer: "object",
      options,
    });
  }

  /** Retry an instance's own webhook now, if events are waiting or it is paused. A full key for the whole account. */
  try(instanceId: string, options?: CallOptions): Answer<Data<InstanceWebhookTryResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/webhook/try",
      ids: [instanceId],
      answer: "object",
      options,
    });
  }
}
