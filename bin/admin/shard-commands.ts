import { SHARD_COUNT_MAX } from "../../core/contracts/shard-counts.ts";
import { changeShardCount, TaskRuns } from "../../core/operations/instances/change-shard-count.ts";
import { shardCountRecords } from "../../core/records/shard-count.ts";
import { AdminError } from "./admin-error.ts";
import type { Admin } from "./connect.ts";
import { type AdminCommand, needed, type Options } from "./options.ts";

/** Operator commands for the number of shards. See docs/deployment.md. */
export const SHARD_COMMANDS = {
  "shards show": {
    about: "Shows the number of shards that the instances are spread over; null if no session task has run yet.",
    usage: "",
    takes: [],
    async run({ table }) {
      const stored = await shardCountRecords.read(table);
      return { shards: stored?.count ?? null, changing_to: stored?.changing_to ?? null };
    },
  },
  "shards change": {
    about: `Spreads the instances over a different number of shards, 1 to ${SHARD_COUNT_MAX}. No session task may be running. Set sessionTasks to 0 and
shardCount to the new number, deploy, run this command, set sessionTasks back, and deploy. If the command is interrupted, repeat it.
No task starts until it is complete.`,
    usage: "--to NUMBER",
    takes: ["to"],
    run: change,
  },
} as const satisfies Record<string, AdminCommand>;

async function change(admin: Admin, options: Options) {
  const text = needed("--to", options.to);
  const to = Number(text);
  if (!Number.isInteger(to) || to < 1 || to > SHARD_COUNT_MAX)
    throw new AdminError(`--to is "${text}"; it must be a whole number from 1 to ${SHARD_COUNT_MAX}.`);
  try {
    return await changeShardCount(admin, to);
  } catch (error) {
    if (error instanceof TaskRuns) throw new AdminError(error.message);
    throw error;
  }
}
