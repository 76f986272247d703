import * as z from "zod";

import { DELIVERY_STATUSES } from "../../../core/contracts/webhook.ts";
import { listDeliveries } from "../../api/webhook/list-deliveries.ts";
import { listOf, nextOf } from "../shown.ts";
import { tool } from "../tool.ts";
import { instanceId, pageLimit, Thing } from "./arguments.ts";

/** The `get_deliveries` tool. */
export const getDeliveriesTool = tool("get_deliveries", {
  input: z.object({
    instance_id: instanceId().optional(),
    status: z.enum(DELIVERY_STATUSES).optional(),
    limit: pageLimit(50),
    cursor: z.string().max(2_000).optional(),
  }),
  output: z.object({ deliveries: z.array(Thing), next_cursor: z.string().nullable() }),
  async call({ run }, { limit = 20, ...query }) {
    const reply = await run(listDeliveries, { query: { ...query, limit } });
    return { deliveries: listOf(reply).data, next_cursor: nextOf(reply, "cursor") };
  },
});
