import { PasskeyBody, PasskeyLink } from "../../../core/contracts/passkey.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { readPasskeyLink, signByPasskey } from "../../../core/operations/instances/link-by-passkey.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { InstanceParams } from "./instance-params.ts";

const REFUSALS = ["instance_not_found", "conflict", "link_refused", "busy", ...SESSION_REFUSALS] as const;

/**
 * GET /v1/instances/{id}/passkey: returns the challenge that the number's owner must sign with a passkey, if the
 * network requires one.
 */
export const getPasskey = route("instances.passkey", {
  summary: "Get the data that the owner's passkey must sign to link the number",
  params: InstanceParams,
  responses: {
    200: {
      description:
        "For numbers whose status_reason is passkey_required, if the gateway's operator has turned this on. Only a browser on the network's own web page can sign the data.",
      schema: PasskeyLink,
    },
  },
  errors: REFUSALS,
  async handle({ caller, deps, params }) {
    return reply(200, await readPasskeyLink(deps, await readInstance(deps, caller, params.id)));
  },
});

/** POST /v1/instances/{id}/passkey: accepts the passkey's signature. Linking then completes automatically. */
export const signWithPasskey = route("instances.sign_passkey", {
  summary: "Submit the signature from the owner's passkey. The link then completes automatically",
  params: InstanceParams,
  body: PasskeyBody,
  responses: { 200: { description: "The current state of the link", schema: PasskeyLink } },
  errors: REFUSALS,
  async handle({ caller, deps, params, body }) {
    return reply(200, await signByPasskey(deps, await readInstance(deps, caller, params.id), body));
  },
});
