import { Broadcast } from "../../../core/contracts/broadcasts/broadcast.ts";
import { presentBroadcast } from "../../../core/operations/broadcasts/present-broadcast.ts";
import { readBroadcast } from "../../../core/operations/broadcasts/read-broadcast.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { BroadcastParams } from "./broadcast-params.ts";

/** GET /v1/broadcasts/{id}. Spec: broadcasts. */
export const getBroadcast = route("broadcasts.get", {
  summary: "Get a broadcast and its progress",
  params: BroadcastParams,
  responses: { 200: { description: "The broadcast", schema: Broadcast } },
  errors: ["broadcast_not_found"],
  async handle({ caller, deps, params }) {
    const { broadcast } = await readBroadcast(deps, caller, params.id);
    return reply(200, await presentBroadcast(deps, broadcast));
  },
});
