import * as z from "zod";
import { EVENT_TYPE_NAMES } from "./event-types.ts";

/** The envelope of every event. Webhooks and polling deliver identical bytes. Spec: Resources › Event envelope. */
export const EventEnvelope = z
  .object({
    id: z.string().meta({ example: "evt_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }),
    type: z.enum(EVENT_TYPE_NAMES),
    created_at: z.string(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "Event" });
