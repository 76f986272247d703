import { askRetry } from "../../core/operations/quarantine/ask-retry.ts";
import { dropQuarantine } from "../../core/operations/quarantine/drop-quarantine.ts";
import { unpackInput } from "../../core/operations/quarantine/pack-input.ts";
import type { QuarantineRecord } from "../../core/records/quarantine.ts";
import { findQuarantine, listQuarantine, quarantinedInput } from "../../core/records/quarantine.ts";
import { AdminError } from "./admin-error.ts";
import type { Admin } from "./connect.ts";
import { type AdminCommand, needed, type Options } from "./options.ts";

/**
 * Operator commands for work that sessions quarantined because it can never be stored in its current form. See
 * docs/runbook.md.
 */
export const QUARANTINE_COMMANDS = {
  "quarantine list": {
    about:
      "Lists what sessions quarantined because it could never be stored, oldest first. Entries are deleted after 30 days.",
    usage: "[--instance ID]",
    takes: ["instance"],
    run: async (admin, { instance }) => (await listQuarantine(admin.table, instance ?? null)).map(shown),
  },
  "quarantine show": {
    about: "Shows one entry, where it failed, and its input, which may contain a person's messages.",
    usage: "--id ID",
    takes: ["id"],
    async run(admin, options) {
      const record = await found(admin, options);
      return { ...shown(record), stack: record.stack, input: readable(await quarantinedInput(admin.table, record)) };
    },
  },
  "quarantine retry": {
    about:
      "Has the number's session retry an entry within two minutes. If it can be stored, it disappears from the list; if it\n" +
      "fails again, it stays quarantined. If a retry is still pending after five minutes, its task was lost; repeat the command.",
    usage: "--id ID",
    takes: ["id"],
    run: retry,
  },
  "quarantine drop": {
    about: "Deletes an entry permanently.",
    usage: "--id ID",
    takes: ["id"],
    async run(admin, options) {
      const record = await found(admin, options);
      await dropQuarantine(admin.table, record);
      return { id: record.id, dropped: true };
    },
  },
} as const satisfies Record<string, AdminCommand>;

async function retry(admin: Admin, options: Options) {
  const record = await found(admin, options);
  const { id, is_cut, input_bytes } = record;
  if (is_cut) throw new AdminError(`${id} can't be retried, because its input was too large to store.`);
  if (input_bytes === 0) throw new AdminError(`${id} can't be retried, because its input was not stored.`);
  if (!(await askRetry(admin, record))) throw unknown(id);
  return { id, state: "asked" };
}

async function found(admin: Admin, options: Options): Promise<QuarantineRecord> {
  const id = needed("--id", options.id);
  const record = await findQuarantine(admin.table, id);
  if (!record) throw unknown(id);
  return record;
}

const unknown = (id: string) =>
  new AdminError(`There is no quarantined entry ${id}. List the entries: quarantine list`);

const shown = (record: QuarantineRecord) => ({
  id: record.id,
  account_id: record.account_id,
  instance_id: record.instance_id,
  kind: record.kind,
  state: record.state,
  error_class: record.error_class,
  error: record.error,
  tries: record.tries,
  times: record.times,
  set_aside_at: record.set_aside_at,
  input_bytes: record.input_bytes,
  can_be_retried: !record.is_cut && record.input_bytes > 0,
});

/** Converts a value for display as JSON: bytes become base64, and large numbers become text. */
function readable(input: Uint8Array | null): unknown {
  if (!input) return null;
  const text = JSON.stringify(unpackInput(input), (_, value: unknown) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
    return typeof value === "bigint" ? String(value) : value;
  });
  return JSON.parse(text ?? "null");
}
