import * as z from "zod";

import { listInstances } from "../../api/instances/list-instances.ts";
import { listOf, nextOf } from "../shown.ts";
import { tool } from "../tool.ts";
import { Thing } from "./arguments.ts";

/** The `list_instances` tool. */
export const listInstancesTool = tool("list_instances", {
  input: z.object({ page: z.int().min(1).max(10_000).optional() }),
  output: z.object({ instances: z.array(Thing), next_page: z.number().nullable() }),
  async call({ run }, { page }) {
    const reply = await run(listInstances, { query: { page } });
    const next = nextOf(reply, "page");
    const instances = listOf(reply).data.map(({ id, name, phone, status, status_reason, protection }) => ({
      id,
      name,
      phone,
      status,
      status_reason,
      new_contacts_left_today:
        (protection as { new_contacts_left_today?: number } | null)?.new_contacts_left_today ?? null,
    }));
    return { instances, next_page: next === null ? null : Number(next) };
  },
});
