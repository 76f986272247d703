import { ChangeContactBody, Contact } from "../../../core/contracts/contact.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { changeContact as change } from "../../../core/operations/contacts/change-contact.ts";
import { presentContact } from "../../../core/operations/contacts/present-contact.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { ContactParams } from "./contact-params.ts";

/** PATCH /v1/instances/{id}/contacts/{contact}: works even while the instance is disconnected. Spec: contacts. */
export const changeContact = route("contacts.change", {
  summary: "Save a contact under a name, or remove its name",
  params: ContactParams,
  body: ChangeContactBody,
  responses: { 200: { description: "The updated contact", schema: Contact } },
  errors: ["instance_not_found", "not_found", "limit_reached", "unavailable"],
  async handle({ caller, deps, params, body }) {
    const instance = await readInstance(deps, caller, params.id);
    return reply(200, await presentContact(deps, await change(deps, instance, params.contact, body.name)));
  },
});
