import type { BinaryNode } from "@whiskeysockets/baileys";
import * as z from "zod";
import { personOf } from "../requests/fields.ts";
import { ok, route } from "../requests/route.ts";

/** A stanza as it is to be written; bytes are base64 in `bytes`. */
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

/** Raw stanzas to a phone's connected devices, for tests of clients. */
export const stanzaRoutes = [
  route("POST /phones/{phone}/stanzas", Stanza, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      const { phone } = personOf(transaction, param("phone"));
      const lines = transaction.store.devices.of(phone).flatMap((device) => deps.world.live.connectionOf(device) ?? []);
      for (const line of lines) line.write(nodeOf(body));
      return ok({ written: lines.length });
    }),
  ),
];

function nodeOf({ tag, attrs, content }: RawStanza): BinaryNode {
  if (content === undefined) return { tag, attrs };
  return { tag, attrs, content: Array.isArray(content) ? content.map(nodeOf) : Buffer.from(content.bytes, "base64") };
}
