import * as z from "zod";

import { getBroadcast } from "../../api/broadcasts/get-broadcast.ts";
import { dataOf } from "../shown.ts";
import { tool } from "../tool.ts";
import { Thing } from "./arguments.ts";

/** The `get_broadcast` tool. */
export const getBroadcastTool = tool("get_broadcast", {
  input: z.object({ broadcast_id: z.string().min(1).max(60) }),
  output: z.object({ broadcast: Thing }),
  async call({ run }, { broadcast_id }) {
    return { broadcast: dataOf(await run(getBroadcast, { params: { id: broadcast_id } })) };
  },
});
