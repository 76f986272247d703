import * as z from "zod";
import { CONTACT_FILE_FORMATS, ContactFile } from "../../../core/contracts/contact-imports.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { pageUrl } from "../../../core/contracts/pagination.ts";
import { contactCards, contactRows } from "../../../core/contracts/people-files/contact-file.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { countLooked } from "../../../core/operations/chats/count-search.ts";
import { listContacts } from "../../../core/operations/contacts/list-contacts.ts";
import { presentContact } from "../../../core/operations/contacts/present-contact.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { givenCursor, listPlaces } from "../list-place.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

const FORMAT_RULE = "Give csv or vcard.";
const BUSY_RULE = `With more than 1,000 contacts a key may get ${LIMITS.chatSearchesPerMinute} parts of files a minute, searches included. Wait the number of seconds given in Retry-After.`;

/**
 * GET /v1/instances/{id}/contacts/export: returns contacts as a file that can be imported. Counts toward the search
 * limit, because creating a part of the file reads as many people as a search does. Spec: contacts, export;
 * docs/decisions/0244.
 */
export const exportContacts = route("contacts.export", {
  summary: "Get contacts as a CSV or vCard file",
  params: InstanceParams,
  query: z.object({
    format: z.enum(CONTACT_FILE_FORMATS, FORMAT_RULE).default("csv").meta({ description: "`csv` or `vcard`" }),
    cursor: givenCursor(),
  }),
  responses: {
    200: {
      description: `The file, in parts of ${LIMITS.contactFilePeople} people: follow next until it is null`,
      schema: ContactFile,
    },
  },
  errors: ["instance_not_found", "rate_limited"],
  async handle({ caller, deps, params, query, now, baseUrl }) {
    const { format } = query;
    const instance = await readInstance(deps, caller, params.id);
    const places = listPlaces(deps, "contact_file", [caller.account_id, instance.id, format]);
    const start = await places.open(query);
    const all = { instance: instance.id, search: null };
    const page = await listContacts(deps, { caller, now }, all, { limit: LIMITS.contactFilePeople, ...start });
    await countLooked({ rates: deps.rates, caller, now, looked: 0 }, page.contacts.length, BUSY_RULE);
    const shown = await Promise.all(page.contacts.map((one) => presentContact(deps, one)));
    const listed = shown.filter(({ phone }) => phone !== null);
    const cursor = await places.seal(start.offset + shown.length, page.next);
    const text = format === "csv" ? contactRows(listed, start.after === null) : contactCards(listed);
    return reply(200, {
      format,
      text,
      people: listed.length,
      left_out: shown.length - listed.length,
      next: cursor && pageUrl(`${baseUrl}/v1/instances/${instance.id}/contacts/export`, { format, cursor }),
    });
  },
});
