import * as z from "zod";
import { NoBody, ok, route } from "../requests/route.ts";
import { SandboxError } from "../requests/sandbox-error.ts";

const MoveClock = z
  .object({
    advance_seconds: z.number().min(0).optional(),
    now: z.iso.datetime({ offset: true }).optional(),
  })
  .refine((body) => (body.advance_seconds === undefined) !== (body.now === undefined), {
    message: "Give either advance_seconds or now.",
  });

/** Routes for the gateway's clock, which can only be moved forward. */
export const clockRoutes = [
  route("GET /clock", NoBody, ({ deps }) => ok({ now: deps.world.clock.now().toISOString() })),

  route("POST /clock", MoveClock, async ({ deps, body }) => {
    if (body.now !== undefined && new Date(body.now) < deps.world.clock.now()) {
      throw new SandboxError("bad_request", "The clock only moves forward; this time has passed.");
    }
    const { advance_seconds, now } = body;
    return ok(await deps.moveClock(now === undefined ? { advance_seconds: advance_seconds ?? 0 } : { now }));
  }),
];
