import * as z from "zod";
import { EventEnvelope } from "../event.ts";

/** A frame of the event stream, sent as JSON text. */
export const StreamFrame = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("event"), event: EventEnvelope }),
  z.object({ kind: z.literal("ping"), silent_sec: z.int().positive() }),
  z.object({ kind: z.literal("behind") }),
]);

/**
 * Builds the frame that keeps the connection alive. @param silentSec the silence after which a connection is considered
 * dead.
 */
export const pingFrame = (silentSec: number): string => `{"kind":"ping","silent_sec":${silentSec}}`;

/**
 * Tells a client that can't keep up that its connection is about to be closed and that it should continue by polling.
 */
export const BEHIND_FRAME = '{"kind":"behind"}';

/** Builds the frame of an event. @param body the event's envelope, exactly as sent to webhooks. */
export const eventFrame = (body: string): string => `{"kind":"event","event":${body}}`;

/** A ticket that opens one connection to the stream. */
export const StreamTicket = z
  .object({
    ticket: z.string().meta({ description: "The ticket. It opens one connection, within 60 seconds" }),
    url: z.string().meta({
      description: "The address to connect to, which includes the ticket. Add types[], instance_id and after as needed",
      example: "wss://api.example.com/v1/events/stream?ticket=bG9uZ19yYW5kb21fdGV4dA",
    }),
    expires_at: z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:31:00+00:00" }),
  })
  .meta({ id: "StreamTicket" });
/** The type of a ticket that opens one connection to the stream. */
export type StreamTicket = z.infer<typeof StreamTicket>;
