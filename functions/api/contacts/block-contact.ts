import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { setContactBlocked } from "../../../core/operations/contacts/set-contact-blocked.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { ContactParams } from "./contact-params.ts";

const ERRORS = ["instance_not_found", "not_found", "person_unknown", ...SESSION_REFUSALS] as const;

/** PUT …/block: stops all messages to and from the contact. Spec: contacts. */
export const blockContact = route("contacts.block", {
  summary: "Block a contact",
  params: ContactParams,
  responses: { 204: { description: "Blocked" } },
  errors: ERRORS,
  async handle({ caller, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    await setContactBlocked(deps, instance, params.contact, true);
    return reply(204);
  },
});

/** DELETE …/block. Spec: contacts. */
export const unblockContact = route("contacts.unblock", {
  summary: "Unblock a contact",
  params: ContactParams,
  responses: { 204: { description: "The contact is no longer blocked" } },
  errors: ERRORS,
  async handle({ caller, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    await setContactBlocked(deps, instance, params.contact, false);
    return reply(204);
  },
});
