import { repeatOnBus } from "../../core/operations/events/repeat-on-bus.ts";
import { AdminError } from "./admin-error.ts";
import type { Admin } from "./connect.ts";
import { type AdminCommand, accountIds, accountOf, needed, type Options } from "./options.ts";

/** Operator commands for the internal bus. See docs/runbook.md. */
export const BUS_COMMANDS = {
  "bus repeat": {
    about:
      "Sends the events (up to 30 days old) and notices (up to 7 days old) of a period to the internal bus again, for one\n" +
      "account or all. Events already on the bus arrive twice, with the same id. On AWS, this also needs EVENT_BUS_NAME.",
    usage: "--from TIME --to TIME [--account ID]",
    takes: ["from", "to", "account"],
    run: repeat,
  },
} as const satisfies Record<string, AdminCommand>;

async function repeat(admin: Admin, options: Options) {
  const span = { from: time("--from", options.from), to: time("--to", options.to) };
  if (span.from >= span.to) throw new AdminError("--from must be before --to.");
  const deps = { ...admin, bus: admin.bus() };
  const sum = { accounts: 0, forwarded: 0, left: 0 };
  const accounts = options.account === undefined ? await accountIds(admin) : [await accountOf(admin, options)];
  for (const account_id of accounts) {
    const { forwarded, left } = await repeatOnBus(deps, { account_id, ...span });
    sum.accounts++;
    sum.forwarded += forwarded;
    sum.left += left;
  }
  return sum;
}

/** Parses a time option. @throws AdminError if the text isn't a time with a time zone. */
function time(option: string, value: string | undefined): Date {
  const text = needed(option, value);
  const at = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(at.getTime())) {
    throw new AdminError(`${option} must be a time with its zone, e.g. 2026-11-20T08:00:00Z.`);
  }
  return at;
}
