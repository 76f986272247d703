import { CreateInstanceBody, Instance } from "../../../core/contracts/instance.ts";
import { PLANS } from "../../../core/contracts/plans.ts";
import { checkProxy } from "../../../core/operations/instances/check-proxy.ts";
import { createInstance as create } from "../../../core/operations/instances/create-instance.ts";
import { presentInstance } from "../../../core/operations/instances/present-instance.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { proxyDeps } from "./proxy-deps.ts";

/** POST /v1/instances: returns 201 with the new instance, which isn't linked yet. Spec: Endpoints › Instances. */
export const createInstance = route("instances.create", {
  summary: "Add an instance",
  body: CreateInstanceBody,
  responses: { 201: { description: "The instance, which is not linked yet", schema: Instance } },
  errors: ["plan_limit", "validation_failed"],
  async handle({ caller, deps, body, now }) {
    const { account_id, plan } = caller;
    const max_instances = deps.env.INSTANCES_PER_ACCOUNT ?? PLANS[plan].instances;
    const proxy = body.proxy ? await checkProxy(proxyDeps(deps), body.proxy.url) : null;
    const request = { account_id, name: body.name, external_ref: body.external_ref ?? null, max_instances, proxy };
    const { table, ids, env } = deps;
    const created = await create({ table, ids, shardCount: env.SHARD_COUNT }, request, now);
    return reply(201, await presentInstance(deps, created));
  },
});
