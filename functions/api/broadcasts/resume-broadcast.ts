import { Broadcast } from "../../../core/contracts/broadcasts/broadcast.ts";
import { presentBroadcast } from "../../../core/operations/broadcasts/present-broadcast.ts";
import { readBroadcast } from "../../../core/operations/broadcasts/read-broadcast.ts";
import { resumeBroadcast as resume } from "../../../core/operations/broadcasts/resume-broadcast.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { BroadcastParams } from "./broadcast-params.ts";

/**
 * POST /v1/broadcasts/{id}/resume: returns 409 with the cause of the pause for as long as the cause persists. Spec:
 * broadcasts.
 */
export const resumeBroadcast = route("broadcasts.resume", {
  summary: "Resume a paused broadcast",
  params: BroadcastParams,
  responses: { 200: { description: "Running", schema: Broadcast } },
  errors: [
    "broadcast_not_found",
    "conflict",
    "not_connected",
    "messenger_restricted",
    "new_chats_paused",
    "plan_limit",
  ],
  async handle({ caller, deps, params }) {
    const { broadcast, instance } = await readBroadcast(deps, caller, params.id);
    return reply(200, await presentBroadcast(deps, await resume(deps, instance, broadcast)));
  },
});
