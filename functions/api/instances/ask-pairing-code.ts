import { PairingCode, PairingCodeBody } from "../../../core/contracts/number.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { askPairingCode as ask } from "../../../core/operations/instances/ask-pairing-code.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { InstanceParams } from "./instance-params.ts";
import { requirePhone } from "./require-phone.ts";

/**
 * POST /v1/instances/{id}/pairing-code: returns a pairing code, at most three times in ten minutes. Spec: Endpoints ›
 * Instances.
 */
export const askPairingCode = route("instances.pairing_code", {
  summary: "Get an 8-character code that the number's owner types on their phone to link the number",
  params: InstanceParams,
  body: PairingCodeBody,
  responses: { 200: { description: "A code that can be entered until expires_at", schema: PairingCode } },
  errors: ["instance_not_found", "conflict", "link_refused", "limit_reached", "busy", ...SESSION_REFUSALS],
  async handle({ caller, deps, params, body }) {
    const instance = await readInstance(deps, caller, params.id);
    return reply(200, await ask(deps, instance, requirePhone(body.phone)));
  },
});
