import { AutoReply } from "../../../core/contracts/answers/agent.ts";
import { ChangeAutoReplyBody } from "../../../core/contracts/answers/change-auto-reply.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { changeAutoReply as change } from "../../../core/operations/answers/change-auto-reply.ts";
import { actorOf } from "../../../core/records/accounts/activity.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/** PATCH /v1/instances/{id}/auto-reply: changes only the fields present in the request. Spec: AI agent, menu. */
export const changeAutoReply = route("auto_reply.change", {
  summary: "Change the auto-reply",
  params: InstanceParams,
  body: ChangeAutoReplyBody,
  responses: { 200: { description: "The updated auto-reply", schema: AutoReply } },
  errors: ["instance_not_found"],
  async handle({ caller, source, deps, params, body }) {
    const instance = await readInstance(deps, caller, params.id);
    const actor = actorOf(caller, source);
    return reply(200, await change(deps, { instance, change: body, actor }));
  },
});
