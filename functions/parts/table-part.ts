import { dynamoTable } from "../../core/aws/dynamo-table.ts";
import { parseEnv, TableEnv } from "../../core/env.ts";
import { rateLimiter } from "../../core/operations/accounts/count-request.ts";
import { limitBacklog } from "../../core/operations/messages/limit-backlog.ts";
import { timelyTable } from "../../core/store/timely-table.ts";
import type { Part } from "../own-deps.ts";

/** The gateway's table, and the counters stored in it. */
export const tablePart: Part = {
  needs: ["table", "table_reads", "person_sessions", "file_links", "canary"],
  build({ clock, ids, log }) {
    const { TABLE_NAME } = parseEnv(TableEnv, process.env);
    const table = timelyTable(dynamoTable(TABLE_NAME), { clock, ids, log });
    return { table, rates: rateLimiter(table), backlog: limitBacklog({ table, clock }), env: { TABLE_NAME } };
  },
};
