import { Instance } from "../../../core/contracts/instance.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { type InstanceChange, requestInstanceChange } from "../../../core/operations/access/request-instance-change.ts";
import { presentInstance } from "../../../core/operations/instances/present-instance.ts";
import { reply } from "../reply.ts";
import { type Route, route } from "../route.ts";
import { InstanceParams } from "./instance-params.ts";

const SUMMARIES: Record<InstanceChange, string> = {
  stop: "Take an instance offline. It stays linked",
  start: "Connect an instance again after a stop or a disconnection",
  restart: "Reconnect an instance within seconds. It stays linked",
  logout: "Log the phone out, and wait for a new QR scan",
};

/**
 * POST /v1/instances/{id}/stop, start, restart, logout: returns 202 immediately. `status` changes later. Spec: Instance
 * lifecycle.
 */
export const changeInstance = (Object.keys(SUMMARIES) as InstanceChange[]) // Object.keys loses the key type
  .map(
    (change): Route =>
      route(`instances.${change}`, {
        summary: SUMMARIES[change],
        params: InstanceParams,
        responses: {
          202: { description: "The current state of the instance. The change is being carried out", schema: Instance },
        },
        errors: ["instance_not_found"],
        async handle({ caller, deps, params }) {
          const instance = await readInstance(deps, caller, params.id);
          return reply(202, await presentInstance(deps, await requestInstanceChange(deps, instance, change)));
        },
      }),
  );
