import { LIMITS } from "../../core/contracts/limits.ts";
import type { CommandAnswer, LinkCommand, PasskeyProgress } from "../../core/records/command.ts";
import { answerToError } from "../commands/answer-to-error.ts";
import { refused } from "../commands/perform-command.ts";
import type { SessionDeps } from "../session-deps.ts";
import { CODES_LAST_MS } from "./code-linking.ts";
import type { LiveConnection } from "./live-connection.ts";

type PasskeyCommand = Exclude<LinkCommand, { kind: "pairing_code" }>;

const SWITCHED_OFF =
  "Linking by passkey is switched off on this gateway. Its operator can switch it on (docs/runbook.md).";
const NOT_DEMANDED = "The network demands no passkey at the moment. Ask for a code, and scan it first.";

/** Links a number whose owner must sign with a passkey in a browser. */
export class PasskeyLinking {
  readonly #deps: SessionDeps;
  readonly #connection: () => LiveConnection | null;

  /** @param connection the session's current connection. */
  constructor(deps: SessionDeps, connection: () => LiveConnection | null) {
    this.#deps = deps;
    this.#connection = connection;
  }

  /**
   * The time that counts as the last request while a signature can still be given; null if none is demanded. It keeps
   * the link attempt going.
   */
  askedAt(): Date | null {
    const until = this.#deps.passkeys ? this.#until() : null;
    return until && new Date(until.getTime() - LIMITS.linkAttemptIdleSec * 1000);
  }

  /** Carries out a command; never rejects. */
  async perform(command: PasskeyCommand): Promise<CommandAnswer> {
    if (!this.#deps.passkeys) return refused("conflict", SWITCHED_OFF);
    if (command.kind === "read_passkey") return { ok: true, result: this.#progress() };
    const network = this.#until() ? this.#connection()?.network : undefined;
    if (!network) return refused("conflict", NOT_DEMANDED);
    try {
      const credentialId = Buffer.from(command.credential_id, "base64url");
      await network.signByPasskey({ credentialId, assertion: command.assertion });
      return { ok: true, result: this.#progress() };
    } catch (error) {
      return answerToError(command, error, true);
    }
  }

  /** When the link attempt in which the network demands a passkey ends; null if there is none. */
  #until(): Date | null {
    const connection = this.#connection();
    const firstAt = connection?.scanCode.firstAt;
    if (!connection?.needsPasskey || connection.state !== "opening" || !firstAt) return null;
    return new Date(firstAt.getTime() + CODES_LAST_MS);
  }

  #progress(): PasskeyProgress {
    const until = this.#until();
    const link = until ? this.#connection()?.network.passkeyLink() : undefined;
    if (!until || !link) return { request: null, code: null, sent: false, expires_at: null };
    return { request: link.request, code: link.code, sent: link.isSent, expires_at: until.toISOString() };
  }
}
