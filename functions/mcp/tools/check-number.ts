import * as z from "zod";

import { checkNumber } from "../../api/instances/check-number.ts";
import { dataOf } from "../shown.ts";
import { tool } from "../tool.ts";
import { instanceId, phone, Thing } from "./arguments.ts";

/** The `check_number` tool. */
export const checkNumberTool = tool("check_number", {
  input: z.object({ instance_id: instanceId(), phone: phone() }),
  output: z.object({ check: Thing }),
  async call({ run }, { instance_id, phone }) {
    return { check: dataOf(await run(checkNumber, { params: { id: instance_id }, body: { phone } })) };
  },
});
