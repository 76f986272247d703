import * as z from "zod";

import { createBroadcast } from "../../api/broadcasts/create-broadcast.ts";
import { dataOf } from "../shown.ts";
import { tool } from "../tool.ts";
import { clientRef, instanceId, phone, Thing } from "./arguments.ts";

/** The `create_broadcast_draft` tool. It always sets `draft`, so only a user can start the broadcast, in the panel. */
export const createBroadcastDraftTool = tool("create_broadcast_draft", {
  input: z.object({
    instance_id: instanceId(),
    name: z.string().min(1).max(100).optional(),
    text: z
      .string()
      .min(1)
      .max(4_096)
      .describe("The text, which can contain {name}. A line about how to opt out is added"),
    audience: z.enum(["recent", "label", "phones"]),
    days: z.int().min(1).max(365).optional().describe("Only for recent: people who wrote within this many days"),
    label_id: z.int().min(1).max(999_999).optional().describe("Only for label"),
    phones: z.array(phone()).min(1).max(500).optional().describe("Only for phones"),
    client_ref: clientRef(),
  }),
  output: z.object({ broadcast: Thing, next_step: z.string() }),
  async call({ run }, { phones, client_ref, ...body }) {
    const recipients = phones?.map((phone) => ({ phone }));
    const headers = { "idempotency-key": `mcp_${client_ref}` };
    const reply = await run(createBroadcast, {
      headers,
      body: { ...body, ...(recipients && { recipients }), draft: true },
    });
    return { broadcast: dataOf(reply), next_step: "A person reviews the draft in the panel and starts it there." };
  },
});
