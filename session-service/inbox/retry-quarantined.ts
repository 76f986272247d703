import { unpackInput } from "../../core/operations/quarantine/pack-input.ts";
import { heldAgain } from "../../core/operations/quarantine/quarantine-job.ts";
import { transactFenced } from "../../core/records/fence.ts";
import { quarantineDeletion, quarantinedInput, readQuarantine } from "../../core/records/quarantine.ts";
import { TransactionRefused } from "../../core/store/table.ts";
import type { InboxContext } from "./inbox-context.ts";
import type { Job } from "./job.ts";
import { storeAgain } from "./received-jobs.ts";

/**
 * Creates the job that retries a quarantined item if the operator has requested it. A message's row is deleted in the
 * same commit that stores the message or finds it already stored. Rows of other kinds are deleted right after storing,
 * because storing those twice has no further effect. An item that fails again stays in the quarantine.
 */
export function retryJob(context: InboxContext, id: string): Job {
  const { deps, owner } = context;
  const { table, clock } = deps;
  const commit = (writes: Parameters<typeof transactFenced>[3]) =>
    transactFenced(table, owner.instance_id, owner.fence, writes);
  return {
    what: "retry",
    async work() {
      const record = await readQuarantine(table, owner.instance_id, id);
      if (record?.state !== "asked") return;
      const input = await quarantinedInput(table, record);
      if (!input) throw new Error("Its input is not stored.");
      const isLeft = await storeAgain({ ...context, quarantined: id }, record.kind, unpackInput(input));
      if (isLeft) await commit(quarantineDeletion(record));
    },
    async quarantine(failure) {
      await commit([heldAgain(owner.instance_id, id, failure, clock.now())]).catch((error: unknown) => {
        if (!(error instanceof TransactionRefused)) throw error; // dropped in the meantime
      });
    },
  };
}
