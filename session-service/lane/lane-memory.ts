import type { MessageId } from "../../core/contracts/ids.ts";
import type { Owner } from "../../core/records/owner.ts";
import { RunningCommands } from "../commands/run-commands.ts";
import type { SessionPort } from "../session-port.ts";
import type { LastJudgement } from "./judge-in-time.ts";
import { Preparer } from "./preparer.ts";
import { LinkRechecks } from "./recheck-link.ts";
import { Sends } from "./sends.ts";
import type { TransmitDeps } from "./started-send.ts";

/**
 * The in-memory state of a session's lane, retained for as long as its task owns the instance. None of this state is
 * stored.
 */
export class LaneMemory {
  /** The messages currently being sent. */
  readonly sends = new Sends();
  /** The files currently being prepared. */
  readonly preparer: Preparer;
  /** The commands currently being carried out. */
  readonly commands = new RunningCommands();
  /** Queries about the hidden authors of link codes. */
  readonly links = new LinkRechecks();
  /** The messages that have woken the lane since the last check. */
  readonly told: MessageId[] = [];
  /** When the instance's number was last judged, or null if it hasn't been judged yet. */
  judged: LastJudgement | null = null;

  constructor(deps: TransmitDeps, own: Owner, session: SessionPort) {
    this.preparer = new Preparer(deps, own, session);
  }

  /** Whether any file preparation, command, or query about a person is running in the background. */
  get isBusyBeside(): boolean {
    return this.commands.isRunning || this.links.isRunning || !this.preparer.isIdle;
  }
}
