import { createHash } from "node:crypto";
import { packInput } from "../../core/operations/quarantine/pack-input.ts";
import { quarantineWrites } from "../../core/operations/quarantine/quarantine-job.ts";
import { transactFenced } from "../../core/records/fence.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { JobKind } from "../../core/records/quarantine.ts";
import type { SessionDeps } from "../session-deps.ts";
import type { Job } from "./job.ts";

/**
 * Creates an inbox job that is quarantined together with its input if it can never succeed.
 * @param input the data for a retry. Undefined if a retry would query the network anyway.
 */
export function jobWithQuarantine(
  deps: Pick<SessionDeps, "table" | "clock">,
  owner: Owner,
  { kind, input }: { kind: JobKind; input?: unknown },
  work: Job["work"],
): Job {
  return {
    what: kind,
    work,
    async quarantine(failure) {
      const packed = input === undefined ? null : packInput(input);
      const lost = { id: idOf(kind, packed), kind, input: packed, ...failure };
      await transactFenced(deps.table, owner.instance_id, owner.fence, quarantineWrites(owner, lost, deps.clock.now()));
    },
  };
}

/** Returns the quarantine ID. It depends only on the input, so repeated data doesn't create a second row. */
const idOf = (kind: JobKind, packed: Uint8Array | null) =>
  `job_${createHash("sha256")
    .update(kind)
    .update(packed ?? "")
    .digest("hex")
    .slice(0, 32)}`;
