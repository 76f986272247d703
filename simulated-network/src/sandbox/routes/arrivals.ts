import * as z from "zod";
import { personOf } from "../requests/fields.ts";
import { NoBody, ok, route } from "../requests/route.ts";
import { SandboxError } from "../requests/sandbox-error.ts";

const Asked = z.object({
  text: z.string().min(1),
  /** The maximum time to wait, in seconds. */
  wait_seconds: z.coerce.number().min(0).max(60).default(0),
});

/**
 * Routes that report when a phone received a text, for measuring delays. The response is sent as soon as the text
 * arrives.
 */
export const arrivalRoutes = [
  route("GET /phones/{phone}/arrival", NoBody, async ({ deps, param, query }) => {
    const asked = Asked.safeParse(Object.fromEntries(query));
    if (!asked.success) throw new SandboxError("bad_request", "Name the text, and wait_seconds from 0 to 60.");
    const { phone } = await deps.world.transactions.run((transaction) => personOf(transaction, param("phone")));
    const shown = await deps.world.arrivals.of(phone, asked.data.text, asked.data.wait_seconds * 1_000);
    if (shown) return ok(shown);
    throw new SandboxError("message_not_found", `Phone ${phone} shows no such text of somebody else.`);
  }),
];
