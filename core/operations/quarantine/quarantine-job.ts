import type { InstanceId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { Owner } from "../../records/owner.ts";
import type { JobKind, QuarantineRecord } from "../../records/quarantine.ts";
import { keys, lists } from "../../store/keys.ts";
import type { Write } from "../../store/table.ts";

/** Why the work is quarantined. */
export interface QuarantineReason {
  error: unknown;
  /** How many times the work was tried. */
  tries: number;
}

/** Work to be quarantined, and the reason. */
export interface LostJob extends QuarantineReason {
  /** An id that is stable for a given piece of work. */
  id: string;
  kind: JobKind;
  /** The packed input, or null if it is missing and the job can't be retried. */
  input: Uint8Array | null;
}

/**
 * The maximum size of each part of an input. DynamoDB limits an item to 400 KB, and a transaction to 4 MB including its
 * other writes.
 */
const PART_BYTES = 300_000;
const KEPT_BYTES = 2_700_000;
const ERROR_CHARS = 300;
const STACK_CHARS = 2_000;
const DAY_SEC = 86_400;

/**
 * Builds the writes that quarantine a job. Include them in the transaction that removes the job's cause, so a crash can
 * neither lose nor repeat the job. Quarantining the same job again doesn't add a second row. If the input is too large,
 * it is left out, and the row says so. There are at most 10 writes, totaling 3 MB.
 */
export function quarantineWrites({ account_id, instance_id }: Owner, job: LostJob, now: Date): Write[] {
  const { id, kind, input, error, tries } = job;
  const bytes = input?.length ?? 0;
  const is_cut = bytes > KEPT_BYTES;
  const isBeside = bytes <= PART_BYTES;
  const parts = input && !is_cut && !isBeside ? partsOf(input) : [];
  const ttl = Math.floor(now.getTime() / 1000) + LIMITS.retentionDays * DAY_SEC;
  const record: Omit<QuarantineRecord, "times"> = {
    id,
    account_id,
    instance_id,
    kind,
    state: "held",
    ...described(error),
    tries,
    set_aside_at: now.toISOString(),
    input: isBeside ? input : null,
    parts: parts.length,
    input_bytes: bytes,
    is_cut,
    ttl,
  };
  const place = keys.quarantine(instance_id, id);
  return [
    { update: place, set: { ...record, gsi2pk: lists.quarantine(), gsi2sk: id }, add: { times: 1 } },
    ...parts.map((part, n): Write => ({ put: { ...keys.quarantinePart(instance_id, id, n), part, ttl } })),
  ];
}

/** Builds the write that records a new failure of quarantined work, on the condition that the work still exists. */
export function heldAgain(
  instance: InstanceId,
  id: string,
  { error, tries }: Pick<LostJob, "error" | "tries">,
  now: Date,
): Write {
  const set = { state: "held", ...described(error), tries, set_aside_at: now.toISOString() };
  return { update: keys.quarantine(instance, id), set, add: { times: 1 }, if: [{ item: "exists" }] };
}

function partsOf(input: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < input.length; at += PART_BYTES) parts.push(input.subarray(at, at + PART_BYTES));
  return parts;
}

function described(error: unknown): Pick<QuarantineRecord, "error_class" | "error" | "stack"> {
  if (!(error instanceof Error))
    return { error_class: typeof error, error: cut(String(error), ERROR_CHARS), stack: null };
  const { name, message, stack } = error;
  return {
    error_class: cut(name, ERROR_CHARS),
    error: cut(message, ERROR_CHARS),
    stack: stack === undefined ? null : cut(stack, STACK_CHARS),
  };
}

const cut = (text: string, chars: number) => text.slice(0, chars).toWellFormed();
