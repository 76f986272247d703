import * as z from "zod";
import { Contact, givenSearch } from "../../../core/contracts/contact.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { Links, OffsetMeta, pageUrl } from "../../../core/contracts/pagination.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { listContacts as readPage } from "../../../core/operations/contacts/list-contacts.ts";
import { presentContact } from "../../../core/operations/contacts/present-contact.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { givenCursor, listPlaces } from "../list-place.ts";
import { queryInteger } from "../query-types.ts";
import { replyList } from "../reply.ts";
import { route } from "../route.ts";

/**
 * GET /v1/instances/{id}/contacts: paginated by links.next, or by limit and offset. Spec: contacts; Pagination styles.
 */
export const listContacts = route("contacts.list", {
  summary: "List contacts",
  params: InstanceParams,
  query: z.object({
    limit: queryInteger("limit", 1, LIMITS.contactsPageMax).optional(),
    offset: queryInteger("offset", 0, LIMITS.contactsOffsetMax).optional(),
    search: givenSearch().optional(),
    cursor: givenCursor(),
  }),
  responses: {
    200: {
      description:
        "A page of the list. Follow links.next until it is null, or increase offset by limit until a page is empty. With a search, a page can have fewer entries",
      schema: z.object({ data: z.array(Contact), links: Links, meta: OffsetMeta }),
      raw: true,
    },
  },
  errors: ["instance_not_found", "rate_limited"],
  async handle({ caller, deps, params, query, now, baseUrl }) {
    const { limit = LIMITS.contactsPageDefault, search = null } = query;
    const instance = await readInstance(deps, caller, params.id);
    const places = listPlaces(deps, "contacts", [caller.account_id, instance.id, search]);
    const start = await places.open(query);
    const page = await readPage(deps, { caller, now }, { instance: instance.id, search }, { limit, ...start });
    const data = await Promise.all(page.contacts.map((one) => presentContact(deps, one)));
    const cursor = await places.seal(start.offset + data.length, page.next);
    const address = `${baseUrl}/v1/instances/${instance.id}/contacts`;
    const next = cursor && pageUrl(address, { limit: query.limit, search: query.search, cursor });
    return replyList(data, next, { limit, offset: start.offset });
  },
});
