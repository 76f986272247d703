import { AdminError } from "./admin-error.ts";
import type { Admin } from "./connect.ts";
import type { AdminCommand, Options } from "./options.ts";

const MAX_DEFAULT = 10_000;

/** Operator commands for dead letters: queue messages that failed too many times. See docs/runbook.md. */
export const DEAD_LETTER_COMMANDS = {
  "dead-letters list": {
    about: "Lists the dead-letter queues and the number of messages in each.",
    usage: "[--stage STAGE]",
    takes: ["stage"],
    run: (admin, { stage }) => using(admin, stage, (queues) => queues.list()),
  },
  "dead-letters redrive": {
    about: "Moves dead letters back to the queues they came from. It is safe to repeat this; nothing is sent twice.",
    usage: "[--queue NAME] [--max NUMBER] [--stage STAGE]",
    takes: ["queue", "max", "stage"],
    run: redrive,
  },
} as const satisfies Record<string, AdminCommand>;

async function redrive(admin: Admin, { queue, max, stage }: Options) {
  const most = max === undefined ? MAX_DEFAULT : Number(max);
  if (!Number.isInteger(most) || most < 1) throw new AdminError("--max must be a whole number of at least 1.");
  const moved = await using(admin, stage, (queues) => queues.redrive(queue ?? null, most));
  if (moved === null)
    throw new AdminError(`There is no dead-letter queue ${queue}. List the queues: dead-letters list`);
  return moved;
}

async function using<T>(
  admin: Admin,
  stage: string | undefined,
  work: (queues: ReturnType<Admin["deadLettersOf"]>) => Promise<T>,
): Promise<T> {
  const queues = admin.deadLettersOf(stage ?? null);
  try {
    return await work(queues);
  } finally {
    queues.close();
  }
}
