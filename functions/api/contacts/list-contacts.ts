import * as z from "zod";
import { Contact, givenSearch } from "../../../core/contracts/contact.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { OffsetMeta } from "../../../core/contracts/pagination.ts";
import { listContacts as readPage } from "../../../core/operations/contacts/list-contacts.ts";
import { presentContact } from "../../../core/operations/contacts/present-contact.ts";
import { readInstance } from "../../../core/operations/instances/read-instance.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { queryInteger } from "../query-types.ts";
import { route } from "../route.ts";

/** GET /v1/instances/{id}/contacts: by limit and offset. Spec: contacts; Pagination styles. */
export const listContacts = route("contacts.list", {
  summary: "List contacts",
  params: InstanceParams,
  query: z.object({
    limit: queryInteger("limit", 1, LIMITS.contactsPageMax).optional(),
    offset: queryInteger("offset", 0, LIMITS.contactsOffsetMax).optional(),
    search: givenSearch().optional(),
  }),
  responses: {
    200: {
      description: "A page; raise offset by limit until one comes back empty",
      schema: z.object({ data: z.array(Contact), meta: OffsetMeta }),
      raw: true,
    },
  },
  errors: ["instance_not_found"],
  async handle({ caller, deps, params, query }) {
    const { limit = LIMITS.contactsPageDefault, offset = 0, search = null } = query;
    const instance = await readInstance(deps, caller, params.id);
    const found = await readPage(deps, instance.id, { limit, offset, search });
    const data = await Promise.all(found.map((one) => presentContact(deps, one)));
    return { status: 200, body: { data, meta: { limit, offset } }, headers: {} };
  },
});
