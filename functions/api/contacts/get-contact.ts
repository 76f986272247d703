import { Contact } from "../../../core/contracts/contact.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { presentContact } from "../../../core/operations/contacts/present-contact.ts";
import { readContact } from "../../../core/operations/contacts/read-contact.ts";
import { withPicture } from "../../../core/operations/contacts/read-contact-picture.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { ContactParams } from "./contact-params.ts";

/** GET /v1/instances/{id}/contacts/{contact}: may fetch the contact's picture from the network. Spec: contacts. */
export const getContact = route("contacts.get", {
  summary: "Get a contact",
  params: ContactParams,
  responses: { 200: { description: "The contact", schema: Contact } },
  errors: ["instance_not_found", "not_found"],
  async handle({ caller, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    const found = await readContact(deps.table, instance.id, params.contact);
    return reply(200, await presentContact(deps, await withPicture(deps, instance, found)));
  },
});
