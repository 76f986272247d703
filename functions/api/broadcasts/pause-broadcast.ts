import { Broadcast } from "../../../core/contracts/broadcasts/broadcast.ts";
import { presentBroadcast } from "../../../core/operations/broadcasts/present-broadcast.ts";
import { readBroadcast } from "../../../core/operations/broadcasts/read-broadcast.ts";
import { pauseByRequest } from "../../../core/operations/broadcasts/stop-broadcast.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { BroadcastParams } from "./broadcast-params.ts";

/**
 * POST /v1/broadcasts/{id}/pause: pauses a broadcast. A message that is already being sent still goes out. Spec:
 * broadcasts.
 */
export const pauseBroadcast = route("broadcasts.pause", {
  summary: "Pause a broadcast",
  params: BroadcastParams,
  responses: {
    200: { description: "Paused. Only a message that is already being sent may still go out", schema: Broadcast },
  },
  errors: ["broadcast_not_found", "conflict"],
  async handle({ caller, deps, params }) {
    const { broadcast } = await readBroadcast(deps, caller, params.id);
    return reply(200, await presentBroadcast(deps, await pauseByRequest(deps, broadcast)));
  },
});
