import { ImportContactsBody, ImportedContacts } from "../../../core/contracts/contact.ts";
import { judgeContacts } from "../../../core/domain/chats/judge-contacts.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { importContacts as importAll } from "../../../core/operations/contacts/import-contacts.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { validationError } from "../validate.ts";

/** POST /v1/instances/{id}/contacts/import: works even while the instance is disconnected. Spec: contacts. */
export const importContacts = route("contacts.import", {
  summary: "Save many contacts under names, without changing the phone's address book",
  params: InstanceParams,
  body: ImportContactsBody,
  responses: {
    200: {
      description: "What was done with each row. Repeating the request has no further effect",
      schema: ImportedContacts,
    },
  },
  errors: ["instance_not_found", "limit_reached", "unavailable"],
  async handle({ caller, deps, params, body }) {
    const instance = await readInstance(deps, caller, params.id);
    const judged = judgeContacts(body.contacts);
    if (judged.errors) throw validationError(judged.errors);
    return reply(200, await importAll(deps, instance, judged.people));
  },
});
