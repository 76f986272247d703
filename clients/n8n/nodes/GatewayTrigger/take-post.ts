import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from "n8n-workflow";
import { CREDENTIAL } from "../../shared/api.ts";
import type { EventEnvelope } from "../../shared/event-fields.ts";
import { isGenuine } from "../../shared/signature.ts";
import { SEEN_MAX, type WebhookState } from "./webhook-state.ts";

/**
 * Handles a post to the node's address. A post not signed by the gateway is answered with 401 before its body is
 * parsed. A repeated or unwanted event is answered with 200 and doesn't start a workflow. Spec: Events › Signature;
 * Delivery.
 *
 * An event counts as seen once n8n saves this state, which happens after the workflow starts. If the start fails, the
 * gateway therefore posts the event again.
 */
export async function takePost(webhook: IWebhookFunctions): Promise<IWebhookResponseData> {
  const request = webhook.getRequestObject();
  if (!request.rawBody) await request.readRawBody();
  const state = webhook.getWorkflowStaticData("node") as WebhookState;
  const { signingSecret } = await webhook.getCredentials<{ signingSecret?: string }>(CREDENTIAL);
  const secrets = [state.secret, signingSecret].flatMap((secret) => secret?.trim() || []);
  const rawBody = request.rawBody ?? Buffer.alloc(0);
  if (!isGenuine(rawBody, webhook.getHeaderData(), secrets, new Date())) return refused(webhook);

  const event = JSON.parse(rawBody.toString("utf8")) as EventEnvelope; // signed, so it is the gateway's
  const seen = state.seen ?? [];
  if (seen.includes(event.id)) return answered("This event was already received.");
  const wanted = webhook.getNodeParameter("events", []) as string[];
  if (!wanted.includes(event.type)) return answered("The workflow does not use this event type.");
  state.seen = [...seen, event.id].slice(-SEEN_MAX);
  return { workflowData: [[{ json: event }]] };
}

function refused(webhook: IWebhookFunctions): IWebhookResponseData {
  const message = "The signature is missing, wrong or too old.";
  webhook.getResponseObject().status(401).json({ message });
  return { noWebhookResponse: true };
}

const answered = (message: string): IWebhookResponseData => ({ webhookResponse: { message } satisfies IDataObject });
