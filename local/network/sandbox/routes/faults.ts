import * as z from "zod";
import { ok, route } from "../route.ts";

const ForSeconds = z.number().min(0).max(86_400).default(30);

const Fault = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("drop_connections") }),
  z.object({ kind: z.literal("refuse_connections"), for_seconds: ForSeconds }),
  z.object({ kind: z.literal("lose_acks"), for_seconds: ForSeconds }),
  z.object({
    kind: z.literal("delay"),
    for_seconds: ForSeconds,
    milliseconds: z.number().min(0).max(60_000).default(1000),
  }),
]);

/** Makes the network bad for a while; 0 seconds makes it good again. */
export const faultRoutes = [
  route("POST /faults", Fault, ({ deps, body }) => {
    if (body.kind === "drop_connections") deps.dropAll();
    else deps.world.faults.begin(body.kind, body.for_seconds, body.kind === "delay" ? body.milliseconds : 0);
    return ok(body);
  }),
];
