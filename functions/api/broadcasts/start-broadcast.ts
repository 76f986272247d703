import { Broadcast } from "../../../core/contracts/broadcasts/broadcast.ts";
import { presentBroadcast } from "../../../core/operations/broadcasts/present-broadcast.ts";
import { readBroadcast } from "../../../core/operations/broadcasts/read-broadcast.ts";
import { startBroadcast as start } from "../../../core/operations/broadcasts/start-broadcast.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { BroadcastParams } from "./broadcast-params.ts";

/** POST /v1/broadcasts/{id}/start: the draft's recipients are determined at this point. Spec: broadcasts. */
export const startBroadcast = route("broadcasts.start", {
  summary: "Start a draft, or a scheduled broadcast before its time",
  params: BroadcastParams,
  responses: {
    200: {
      description: "The broadcast, which is running, or scheduled if its time is in the future",
      schema: Broadcast,
    },
  },
  errors: ["broadcast_not_found", "conflict", "plan_limit", "unavailable"],
  async handle({ caller, deps, params }) {
    const { broadcast, instance } = await readBroadcast(deps, caller, params.id);
    return reply(200, await presentBroadcast(deps, await start(deps, instance, broadcast)));
  },
});
