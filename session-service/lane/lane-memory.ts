import type { MessageId } from "../../core/contracts/ids.ts";
import type { Owner } from "../../core/records/owner.ts";
import { RunningCommands } from "../commands/run-commands.ts";
import type { SessionPort } from "../session-port.ts";
import type { LastJudgement } from "./judge-in-time.ts";
import { Preparer } from "./preparer.ts";
import { LinkRechecks } from "./recheck-link.ts";
import { Sends } from "./sends.ts";
import type { TransmitDeps } from "./started-send.ts";

/** The memory of one session's lane, for as long as its task owns the instance. None of it is stored. */
export class LaneMemory {
  /** Messages being sent. */
  readonly sends = new Sends();
  /** Files being prepared. */
  readonly preparer: Preparer;
  /** Commands being carried out. */
  readonly commands = new RunningCommands();
  /** Hidden writers of link codes about whom the network is queried. */
  readonly links = new LinkRechecks();
  /** Messages that woke the lane since its last look. */
  readonly told: MessageId[] = [];
  /** When its number was last judged; null if not yet. */
  judged: LastJudgement | null = null;

  constructor(deps: TransmitDeps, own: Owner, session: SessionPort) {
    this.preparer = new Preparer(deps, own, session);
  }

  /** Whether a file is being prepared, a command carried out or a person queried in the background now. */
  get isBusyBeside(): boolean {
    return this.commands.isRunning || this.links.isRunning || !this.preparer.isIdle;
  }
}
