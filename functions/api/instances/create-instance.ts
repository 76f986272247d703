import { CreateInstanceBody, Instance, instanceView } from "../../../core/contracts/instance.ts";
import { createInstance as create } from "../../../core/operations/create-instance.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/** POST /v1/instances: 201 with the instance, unlinked. Spec: Endpoints › Instances. */
export const createInstance = route("instances.create", {
  summary: "Add an instance",
  body: CreateInstanceBody,
  responses: { 201: { description: "The instance, not linked yet", schema: Instance } },
  async handle({ caller, deps, body, now }) {
    const request = { account_id: caller.account_id, name: body.name, external_ref: body.external_ref ?? null };
    const { table, ids, env } = deps;
    return reply(201, instanceView(await create({ table, ids, shardCount: env.SHARD_COUNT }, request, now)));
  },
});
