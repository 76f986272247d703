import type { Owner } from "../../core/records/owner.ts";
import { HistoryImport, type ImportConnection } from "../history/history-import.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { SessionDeps } from "../session-deps.ts";
import type { SessionLife } from "./session-life.ts";
import { SessionLoop } from "./session-loop.ts";

/** The parts of a session that its history import uses. */
interface HistoryParts {
  inbox: Inbox;
  life: SessionLife;
  ending: AbortSignal;
}
type Step = () => Promise<Date | null>;

/**
 * Imports a phone's history, in parallel with the session's own loop and its inbox. The import stops when the link
 * ends.
 */
export class HistoryLoop {
  readonly #import: HistoryImport;
  readonly #loop: SessionLoop;

  /** @param guarded runs a step and, if another task owns the instance, stops the session. */
  constructor(
    deps: SessionDeps,
    owner: Owner,
    { inbox, life, ending }: HistoryParts,
    guarded: (step: Step) => ReturnType<Step>,
  ) {
    this.#import = new HistoryImport(deps, owner, inbox, () => openConnection(life));
    life.keys.beforeRenewal = () => this.#import.halt();
    this.#loop = new SessionLoop(deps, owner.instance_id, () => guarded(() => this.#import.step(ending)), ending);
    inbox.history.give = () => this.#loop.look();
  }

  /** Whether a part is being imported. */
  get isWorking(): boolean {
    return this.#import.isWorking;
  }

  /** Starts with any parts left over from an earlier owner. */
  start(): void {
    this.#loop.start();
  }

  /** Resolves once it is certain that the import will write nothing more. */
  ended(): Promise<void> {
    return this.#loop.ended();
  }
}

/** Returns the open connection in the form used by the import, or null if there is none. */
function openConnection(life: SessionLife): ImportConnection | null {
  const { connection, keys } = life;
  if (!connection || !life.isOpen()) return null;
  return { store: keys.store, mediaHost: () => connection.network.mediaHost(), drainedAt: connection.drainedAt };
}
