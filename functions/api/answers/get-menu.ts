import { Menu } from "../../../core/contracts/answers/replace-menu.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { readMenu } from "../../../core/operations/answers/read-menu.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/** GET /v1/instances/{id}/menu: returns the whole menu in the form that PUT accepts. Spec: Menu (per instance). */
export const getMenu = route("menu.get", {
  summary: "Get the menu",
  params: InstanceParams,
  responses: { 200: { description: "The menu, which is empty and off if it was never set up", schema: Menu } },
  errors: ["instance_not_found"],
  async handle({ caller, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    return reply(200, await readMenu(deps, instance.id));
  },
});
