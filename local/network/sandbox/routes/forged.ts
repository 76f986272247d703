import type { BinaryNode } from "@whiskeysockets/baileys";
import * as z from "zod";
import { node } from "../../format/nodes.ts";
import { sendForged } from "../../world/messages/writing/send-forged.ts";
import { PhoneNumber, personOf } from "../requests/fields.ts";
import { ok, route } from "../requests/route.ts";

const Attributes = z.record(z.string(), z.string());

interface ForgedNode {
  tag: string;
  attributes: Record<string, string>;
  content: ForgedNode[];
  bytes?: string | undefined;
}

/** `bytes`: base64, instead of nodes inside. */
const Node: z.ZodType<ForgedNode> = z.lazy(() =>
  z.object({
    tag: z.string().min(1),
    attributes: Attributes.default({}),
    content: z.array(Node).default([]),
    bytes: z.base64().optional(),
  }),
);

/** `clear`: base64 of the content that is encrypted for each device, padding included; absent: none. */
const Forged = z.object({
  to: PhoneNumber,
  tag: z.enum(["message", "receipt", "notification", "call"]).default("message"),
  attributes: Attributes.default({}),
  content: z.array(Node).default([]),
  clear: z.base64().optional(),
});

/** Stanzas that no phone would send, for tests of the gateway. */
export const forgedRoutes = [
  route("POST /phones/{phone}/forged", Forged, ({ deps, param, body }) =>
    deps.world.transactions.run(async (transaction) => {
      const { to, tag, attributes, content, clear } = body;
      const forged = {
        tag,
        attributes,
        content: content.map(nodeOf),
        clear: clear === undefined ? null : Buffer.from(clear, "base64"),
      };
      const id = await sendForged(
        deps.world,
        transaction,
        personOf(transaction, param("phone")),
        personOf(transaction, to),
        forged,
      );
      return ok({ id }, 201);
    }),
  ),
];

function nodeOf({ tag, attributes, content, bytes }: ForgedNode): BinaryNode {
  return node(tag, attributes, bytes === undefined ? content.map(nodeOf) : Buffer.from(bytes, "base64"));
}
