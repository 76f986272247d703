import * as z from "zod";

import { listContacts } from "../../api/contacts/list-contacts.ts";
import { listOf, nextOf } from "../shown.ts";
import { tool } from "../tool.ts";
import { instanceId, pageLimit, Thing } from "./arguments.ts";

/** The `list_contacts` tool. */
export const listContactsTool = tool("list_contacts", {
  input: z.object({
    instance_id: instanceId(),
    search: z.string().max(100).optional().describe("Part of a name or number"),
    limit: pageLimit(50),
    cursor: z.string().max(2_000).optional().describe("The next_cursor from the previous page, with the same search"),
  }),
  output: z.object({ contacts: z.array(Thing), next_cursor: z.string().nullable() }),
  async call({ run }, { instance_id, limit = 50, cursor, search }) {
    const reply = await run(listContacts, { params: { id: instance_id }, query: { limit, cursor, search } });
    const contacts = listOf(reply).data.map(
      ({ id, phone, name, contact_name, business, blocked, last_in_at, opted_out_at }) => ({
        id,
        phone,
        business,
        blocked,
        last_in_at,
        opted_out_at,
        from_person: { name: contact_name ?? name },
      }),
    );
    return { contacts, next_cursor: nextOf(reply, "cursor") };
  },
});
