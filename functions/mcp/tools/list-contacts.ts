import * as z from "zod";

import { listContacts } from "../../api/contacts/list-contacts.ts";
import { listOf } from "../shown.ts";
import { tool } from "../tool.ts";
import { instanceId, pageLimit, Thing } from "./arguments.ts";

/** list_contacts */
export const listContactsTool = tool("list_contacts", {
  input: z.object({
    instance_id: instanceId(),
    search: z.string().max(100).optional().describe("A part of a name or number"),
    limit: pageLimit(50),
    offset: z.int().min(0).max(10_000).optional().describe("next_offset of the page before"),
  }),
  output: z.object({ contacts: z.array(Thing), next_offset: z.number().nullable() }),
  async call({ run }, { instance_id, limit = 50, offset = 0, search }) {
    const { data } = listOf(await run(listContacts, { params: { id: instance_id }, query: { limit, offset, search } }));
    const contacts = data.map(({ id, phone, name, contact_name, business, blocked, last_in_at, opted_out_at }) => ({
      id,
      phone,
      business,
      blocked,
      last_in_at,
      opted_out_at,
      from_person: { name: contact_name ?? name },
    }));
    return { contacts, next_offset: data.length < limit ? null : offset + limit };
  },
});
