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
  /** The messages that are being sent. */
  readonly sends = new Sends();
  /** The files that are being prepared. */
  readonly preparer: Preparer;
  /** The commands that are being carried out. */
  readonly commands = new RunningCommands();
  /** Queries about the hidden writers of link codes. */
  readonly links = new LinkRechecks();
  /** The messages that woke the lane since its last look. */
  readonly told: MessageId[] = [];
  /** When the instance's number was last judged, or null if it hasn't been judged yet. */
  judged: LastJudgement | null = null;

  constructor(deps: TransmitDeps, own: Owner, session: SessionPort) {
    this.preparer = new Preparer(deps, own, session);
  }

  /** Whether a file is being prepared, a command carried out or a person queried in the background. */
  get isBusyBeside(): boolean {
    return this.commands.isRunning || this.links.isRunning || !this.preparer.isIdle;
  }
}
