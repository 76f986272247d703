import type { BinaryNode } from "@whiskeysockets/baileys";
import * as z from "zod";
import { personOf } from "../requests/fields.ts";
import { NoBody, ok, route } from "../requests/route.ts";

/** A stanza to send. Its `bytes` are base64. */
interface RawStanza {
  tag: string;
  attrs: Record<string, string>;
  content?: RawStanza[] | { bytes: string } | undefined;
}

const Stanza: z.ZodType<RawStanza> = z.object({
  tag: z.string(),
  attrs: z.record(z.string(), z.string()).default({}),
  content: z.union([z.array(z.lazy(() => Stanza)), z.object({ bytes: z.string() })]).optional(),
});

/**
 * Routes for testing clients. They send raw stanzas to a phone's connected devices and list the ones that haven't been
 * acknowledged.
 */
export const stanzaRoutes = [
  route("POST /phones/{phone}/stanzas", Stanza, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      const { phone } = personOf(transaction, param("phone"));
      const lines = transaction.store.devices.of(phone).flatMap((device) => deps.world.live.connectionOf(device) ?? []);
      for (const line of lines) line.write(nodeOf(body));
      return ok({ written: lines.length });
    }),
  ),

  route("GET /phones/{phone}/stanzas", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) => {
      const devices = transaction.store.devices.of(personOf(transaction, param("phone")).phone);
      const waiting = devices.flatMap((device) => transaction.store.waiting.of(device));
      return ok({ data: waiting.map(({ class: tag, id, type, device }) => ({ tag, id, type, device })) });
    }),
  ),
];

function nodeOf({ tag, attrs, content }: RawStanza): BinaryNode {
  if (content === undefined) return { tag, attrs };
  return { tag, attrs, content: Array.isArray(content) ? content.map(nodeOf) : Buffer.from(content.bytes, "base64") };
}
