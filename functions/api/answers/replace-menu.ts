import { Menu, ReplaceMenuBody } from "../../../core/contracts/answers/replace-menu.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { replaceMenu as replace } from "../../../core/operations/answers/replace-menu.ts";
import { actorOf } from "../../../core/records/accounts/activity.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/**
 * PUT /v1/instances/{id}/menu: replaces the whole menu, or changes nothing if any part is invalid. Spec: Menu (per
 * instance); Errors, rule 3.
 */
export const replaceMenu = route("menu.replace", {
  summary: "Replace the menu",
  params: InstanceParams,
  body: ReplaceMenuBody,
  responses: { 200: { description: "The updated menu", schema: Menu } },
  errors: ["instance_not_found", "conflict", "file_budget_used"],
  async handle({ caller, source, deps, params, body }) {
    const instance = await readInstance(deps, caller, params.id);
    const actor = actorOf(caller, source);
    const allowPrivate = deps.env.ALLOW_PRIVATE_WEBHOOKS === "1";
    return reply(200, await replace(deps, { instance, body, actor, allowPrivate }));
  },
});
