import { TriedAnswer, TryAnswerBody } from "../../../core/contracts/answers/try-answer.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { tryAnswer as find } from "../../../core/operations/answers/try-answer.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/**
 * POST /v1/instances/{id}/automations/try: returns the automatic answer to a text without sending anything. Spec: AI
 * agent, menu.
 */
export const tryAnswer = route("automations.try", {
  summary: "Find out what would answer a text, without sending anything",
  params: InstanceParams,
  body: TryAnswerBody,
  responses: {
    200: { description: "The automation that would answer, its answer, and the reason", schema: TriedAnswer },
  },
  errors: ["instance_not_found"],
  async handle({ caller, deps, params, body }) {
    const instance = await readInstance(deps, caller, params.id);
    const { clock, log, env } = deps;
    // No other route of this function asks a model (build/later-files.ts).
    const { createProviderClient } = await import("../../../core/http/providers/create-provider-client.ts");
    const providers = createProviderClient({ clock, log, standIn: env.AI_PROVIDERS_URL || null });
    return reply(200, await find({ ...deps, providers }, instance, body));
  },
});
