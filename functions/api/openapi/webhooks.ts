import * as z from "zod";
import type { ZodOpenApiPathItemObject } from "zod-openapi";
import { EventEnvelope } from "../../../core/contracts/event.ts";
import { EVENT_TYPE_NAMES, EVENT_TYPES } from "../../../core/contracts/event-types.ts";
import { EVENT_DATA } from "../../../core/contracts/events/event-data.ts";
import { Message } from "../../../core/contracts/message.ts";
import { exampleOf } from "./examples/example-of.ts";
import { RECEIVED_EXAMPLES } from "./examples/received-content.ts";
import { IDS, MESSAGE_OF_EVENT, RECORDS, TIME } from "./examples/records.ts";

const SignatureHeaders = z.object({
  "webhook-id": z.string().meta({ description: "The event's id, which is the same for every attempt" }),
  "webhook-timestamp": z.string().meta({ description: "The Unix time of this attempt, in seconds" }),
  "webhook-signature": z.string().meta({
    description: "Space-separated `v1,<base64>`: HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`",
  }),
});

/** The requests posted to a customer's URL, with one entry per event type. Spec: Events. */
export const webhooks: Record<string, ZodOpenApiPathItemObject> = Object.fromEntries(
  EVENT_TYPE_NAMES.map((type) => [
    type,
    {
      post: {
        operationId: `event.${type}`,
        summary: EVENT_TYPES[type].byDefault ? type : `${type} (only if chosen)`,
        security: [],
        requestParams: { header: SignatureHeaders },
        requestBody: {
          required: true,
          content: { "application/json": { schema: envelope(type), ...examplesOf(type) } },
        },
        responses: { "2XX": { description: "Any 2xx response within 15 seconds counts as delivered" } },
      },
    },
  ]),
);

/** Returns an example of an event of the given type, as it is delivered. */
export function eventExample(type: (typeof EVENT_TYPE_NAMES)[number]) {
  const data = EVENT_DATA[type];
  const of = MESSAGE_OF_EVENT[type];
  const message = of === undefined ? {} : { ...(RECORDS.get(Message) as object), ...of };
  const own = exampleOf(data) as object; // the data of every event is an object
  return { id: IDS.event, type, created_at: TIME, data: { ...own, ...message } };
}

/** Returns examples of a received-message event, one for each kind of message, keyed by the kind's name. */
export function receivedEvents(type: keyof typeof EVENT_DATA): Record<string, { summary: string; value: object }> {
  const text = eventExample(type);
  const kinds = Object.entries(RECEIVED_EXAMPLES).map(([kind, { summary, of }]) => {
    return [kind, { summary, value: { ...text, data: { ...text.data, ...of } } }] as const;
  });
  return { text: { summary: "A text", value: text }, ...Object.fromEntries(kinds) };
}

/** Event types for messages written by a person get one example for each kind of message. */
function examplesOf(type: keyof typeof EVENT_DATA) {
  const isReceived = type === "message.received" || type === "group.message";
  return isReceived ? { examples: receivedEvents(type) } : { example: eventExample(type) };
}

function envelope(type: (typeof EVENT_TYPE_NAMES)[number]) {
  return EventEnvelope.extend({ type: z.literal(type), data: EVENT_DATA[type] });
}
