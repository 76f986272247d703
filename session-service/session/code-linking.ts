import type { ErrorCode } from "../../core/contracts/error-codes.ts";
import type { InstanceId } from "../../core/contracts/ids.ts";
import { LIMITS } from "../../core/contracts/limits.ts";
import type { CommandAnswer } from "../../core/records/command.ts";
import { NetworkRefusal } from "../baileys/shared/network-refusals.ts";
import type { SessionDeps } from "../session-deps.ts";
import type { LiveConnection } from "./live-connection.ts";
import type { Step } from "./next-step.ts";

/**
 * How long a code typed on the phone is valid: as long as its connection, which the network closes once the scannable
 * codes have run out.
 */
export const CODES_LAST_MS = 160_000;
/** How long a caller waits for a code before being asked to retry. */
const PATIENCE_MS = 8_000;
const RETRY_SEC = 5;

interface Request {
  phone: string;
  answer: (answer: CommandAnswer) => void;
}

/** Links a phone with a code typed on it. Holds the request for a code and the connection that created it. */
export class CodeLinking {
  readonly #deps: SessionDeps;
  readonly #instance: InstanceId;
  readonly #changed: () => void;
  #asked: Request | null = null;
  #made: { connection: LiveConnection; until: Date } | null = null;

  /** @param changed called when the session's loop should check on the session. */
  constructor(deps: SessionDeps, instance: InstanceId, changed: () => void) {
    this.#deps = deps;
    this.#instance = instance;
    this.#changed = changed;
  }

  /** Answers a command with a code for this phone. The session's loop opens the connection for it. Never rejects. */
  ask(phone: string): Promise<CommandAnswer> {
    this.#asked?.answer(again);
    return new Promise((resolve) => {
      const answer = (given: CommandAnswer) => {
        clearTimeout(timer);
        if (this.#asked === request) this.#asked = null;
        resolve(given);
      };
      const timer = setTimeout(() => answer(again), PATIENCE_MS);
      const request = { phone, answer };
      this.#asked = request;
      this.#changed();
    });
  }

  /** Refuses a waiting request because the session is busy with something other than linking. */
  refuse(step: Exclude<Step, "link">): void {
    this.#asked?.answer(REFUSALS[step]);
  }

  /**
   * The time to treat as the time of the last request, so the linking attempt continues while a code can still be
   * typed. Null if there is no such code.
   */
  askedAt(): Date | null {
    const until = this.#made?.connection.state === "opening" ? this.#made.until : null;
    return until && new Date(until.getTime() - LIMITS.linkAttemptIdleSec * 1000);
  }

  /**
   * Whether a new connection is needed. Each connection creates only one code, because its credentials then belong to
   * the phone that the code was requested for.
   */
  needsNew(connection: LiveConnection): boolean {
    return this.#asked !== null && this.#made?.connection === connection;
  }

  /** Creates the requested code as soon as the connection can do so. */
  serve(connection: LiveConnection): void {
    const request = this.#asked;
    const { firstAt } = connection.scanCode;
    if (!request || !firstAt || connection.state !== "opening") return;
    const until = new Date(firstAt.getTime() + CODES_LAST_MS);
    this.#asked = null;
    this.#made = { connection, until };
    void connection.network
      .pairingCode(request.phone)
      .then((code) => {
        if (connection.state === "closed") return again;
        return { ok: true, result: { code, expires_at: until.toISOString() } } as const;
      })
      .catch((error: unknown) => {
        this.#deps.log.warn(
          { instance_id: this.#instance, error: String(error) },
          "the network returned no pairing code",
        );
        // The connection's credentials are half linked to that phone, so start the next attempt with new ones.
        void connection.giveUp();
        return error instanceof NetworkRefusal ? refusedByNetwork : again;
      })
      .then(request.answer);
  }
}

const again: CommandAnswer = { ok: false, code: "unavailable", retry_after_sec: RETRY_SEC };

const refusedByNetwork: CommandAnswer = {
  ok: false,
  code: "messenger_unavailable",
  message: "The network is not providing codes for this number at the moment. Try again later, or scan the QR code.",
  retry_after_sec: 60,
};

const conflict = (message: string, code: ErrorCode = "conflict"): CommandAnswer => ({ ok: false, code, message });

const REFUSALS: Record<Exclude<Step, "link">, CommandAnswer> = {
  open: conflict("A phone is already linked. Log the instance out first (POST …/logout)."),
  stop: conflict("The instance is stopped. Start it (POST …/start), then try again."),
  restart: again,
  log_out: again,
  rest: again,
  remove: conflict("The instance was deleted.", "instance_not_found"),
};
