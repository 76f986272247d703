import { MINUTE_MS } from "../../core/contracts/durations.ts";
import { type AllChoreDeps, workChores } from "./work-chores.ts";

/** How often a task looks for chores, and how long it works on them before looking again. */
const EVERY_MS = MINUTE_MS;
/** How long a chore runs before another account's chore takes its turn. */
const TURN_MS = 10_000;

/** A task's ongoing work on the accounts' chores. */
export interface RunningChores {
  isBusy(): boolean;
  /** Resolves when the current piece is finished. The remaining work continues in another task. */
  stop(): Promise<void>;
}

/**
 * Works on the accounts' chores in parallel with the sessions, one piece at a time, so that messages have priority.
 * Every service task does so, under leases.
 */
export function startChores(deps: AllChoreDeps): RunningChores {
  const stopping = new AbortController();
  const times = { runMs: EVERY_MS, turnMs: TURN_MS, mayGoOn: () => !stopping.signal.aborted };
  let isBusy = false;

  async function look(): Promise<void> {
    isBusy = true;
    try {
      const pieces = await workChores(deps, times);
      if (pieces > 0) deps.log.info({ pieces }, "Chores were processed.");
    } catch (error) {
      deps.log.error({ err: error }, "some chores could not be processed");
    } finally {
      isBusy = false;
    }
  }

  async function lookOnAndOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look();
      await deps.clock.until(new Date(deps.clock.now().getTime() + EVERY_MS), stopping.signal);
    }
  }

  const ended = lookOnAndOn();
  return {
    isBusy: () => isBusy,
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
