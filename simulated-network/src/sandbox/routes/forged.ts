import type { BinaryNode } from "@whiskeysockets/baileys";
import * as z from "zod";
import { node } from "../../format/nodes.ts";
import { sendForgedReceipt } from "../../world/messages/writing/forged-receipt.ts";
import { sendForged } from "../../world/messages/writing/send-forged.ts";
import { roomAt } from "../../world/people/room.ts";
import { PhoneNumber, personOf } from "../requests/fields.ts";
import { ok, route } from "../requests/route.ts";
import { SandboxError } from "../requests/sandbox-error.ts";

const Attributes = z.record(z.string(), z.string());

interface ForgedNode {
  tag: string;
  attributes: Record<string, string>;
  content: ForgedNode[];
  bytes?: string | undefined;
}

/** `bytes` is the content as base64, in place of child nodes. */
const Node: z.ZodType<ForgedNode> = z.lazy(() =>
  z.object({
    tag: z.string().min(1),
    attributes: Attributes.default({}),
    content: z.array(Node).default([]),
    bytes: z.base64().optional(),
  }),
);

/**
 * `clear` is base64 content, including its padding, that is encrypted for each device. It is omitted if there is none.
 */
const Forged = z.object({
  to: PhoneNumber,
  tag: z.enum(["message", "receipt", "notification", "call"]).default("message"),
  attributes: Attributes.default({}),
  content: z.array(Node).default([]),
  clear: z.base64().optional(),
});

/**
 * `to` is the author of the message that the receipt is about. `chat_id` is the group or the statuses that the receipt
 * pretends to come from.
 */
const Receipt = z.object({
  to: PhoneNumber,
  id: z.string().min(1),
  kind: z.enum(["delivered", "read", "played", "retry"]),
  as: z.enum(["number", "private_id"]).default("number"),
  chat_id: z.string().optional(),
});

/** Routes that send stanzas no phone would send, for testing the gateway. */
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

  route("POST /phones/{phone}/receipts", Receipt, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      const { to, id, kind, as, chat_id } = body;
      const room = chat_id === undefined ? undefined : roomAt(transaction, chat_id);
      if (room === null) throw new SandboxError("chat_not_found", `${chat_id} is no group here.`);
      const receipt = { id, kind, form: as === "number" ? "pn" : "lid", room } as const;
      const reader = personOf(transaction, param("phone"));
      sendForgedReceipt(deps.world, transaction, reader, personOf(transaction, to), receipt);
      return ok({ id }, 201);
    }),
  ),
];

function nodeOf({ tag, attributes, content, bytes }: ForgedNode): BinaryNode {
  return node(tag, attributes, bytes === undefined ? content.map(nodeOf) : Buffer.from(bytes, "base64"));
}
