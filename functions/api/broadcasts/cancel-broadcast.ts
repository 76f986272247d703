import { Broadcast } from "../../../core/contracts/broadcasts/broadcast.ts";
import { presentBroadcast } from "../../../core/operations/broadcasts/present-broadcast.ts";
import { readBroadcast } from "../../../core/operations/broadcasts/read-broadcast.ts";
import { cancelBroadcast as cancel } from "../../../core/operations/broadcasts/stop-broadcast.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { BroadcastParams } from "./broadcast-params.ts";

/** DELETE /v1/broadcasts/{id}: recipients who haven't been sent the message yet won't receive it. Spec: broadcasts. */
export const cancelBroadcast = route("broadcasts.cancel", {
  summary: "Cancel a broadcast for good",
  params: BroadcastParams,
  responses: {
    200: { description: "Cancelled. Only a message that is already being sent may still go out", schema: Broadcast },
  },
  errors: ["broadcast_not_found", "conflict"],
  async handle({ caller, deps, params }) {
    const { broadcast } = await readBroadcast(deps, caller, params.id);
    return reply(200, await presentBroadcast(deps, await cancel(deps, broadcast)));
  },
});
