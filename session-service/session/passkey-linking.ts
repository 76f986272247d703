import type { InstanceId } from "../../core/contracts/ids.ts";
import { LIMITS } from "../../core/contracts/limits.ts";
import type { CommandAnswer, LinkCommand, PasskeyProgress } from "../../core/records/command.ts";
import { answerToError } from "../commands/answer-to-error.ts";
import { refused } from "../commands/perform-command.ts";
import type { SessionDeps } from "../session-deps.ts";
import { CODES_LAST_MS } from "./code-linking.ts";
import type { LiveConnection } from "./live-connection.ts";

type PasskeyCommand = Exclude<LinkCommand, { kind: "pairing_code" }>;
type SignCommand = Extract<PasskeyCommand, { kind: "sign_by_passkey" }>;

const SWITCHED_OFF = "Linking by passkey is turned off on this gateway. Its operator can turn it on (docs/runbook.md).";
const NOT_DEMANDED = "The network does not require a passkey at the moment. Request a code and scan it first.";
const BEING_GIVEN = "Another signature is being submitted to the network right now. Wait for the result.";

/** Links a number whose owner has to sign with a passkey in a browser. */
export class PasskeyLinking {
  readonly #deps: SessionDeps;
  readonly #instance: InstanceId;
  readonly #connection: () => LiveConnection | null;

  /** The signature being processed, for this connection's passkey request. */
  #giving: { connection: LiveConnection; assertion: string; answer: Promise<CommandAnswer> } | null = null;

  /** @param connection the session's current connection. */
  constructor(deps: SessionDeps, instance: InstanceId, connection: () => LiveConnection | null) {
    this.#deps = deps;
    this.#instance = instance;
    this.#connection = connection;
  }

  /**
   * The time to treat as the time of the last request, so the linking attempt continues while a signature can still be
   * submitted. Null if no signature is demanded.
   */
  askedAt(): Date | null {
    const until = this.#deps.passkeys ? this.#until() : null;
    return until && new Date(until.getTime() - LIMITS.linkAttemptIdleSec * 1000);
  }

  /** Carries out a command. Never rejects. */
  async perform(command: PasskeyCommand): Promise<CommandAnswer> {
    if (!this.#deps.passkeys) return refused("conflict", SWITCHED_OFF);
    if (command.kind === "read_passkey") return { ok: true, result: this.#progress() };
    const connection = this.#until() ? this.#connection() : null;
    if (!connection) return refused("conflict", NOT_DEMANDED);
    return this.#giveOnce(connection, command);
  }

  /**
   * Processes one signature at a time, because each starts with its own keys, and the phone's answer to one signature
   * would be matched with the keys of another. Repeating the same signature returns the same answer. Once everything
   * has been sent, no further signature is needed.
   */
  async #giveOnce(connection: LiveConnection, command: SignCommand): Promise<CommandAnswer> {
    const { assertion } = command;
    const other = this.#giving?.connection === connection ? this.#giving : null;
    if (other) return other.assertion === assertion ? other.answer : refused("conflict", BEING_GIVEN);
    if (connection.network.passkeyLink().isSent) return { ok: true, result: this.#progress() };
    const giving = { connection, assertion, answer: this.#give(connection, command) };
    this.#giving = giving;
    try {
      return await giving.answer;
    } finally {
      if (this.#giving === giving) this.#giving = null;
    }
  }

  async #give({ network }: LiveConnection, command: SignCommand): Promise<CommandAnswer> {
    try {
      const credentialId = Buffer.from(command.credential_id, "base64url");
      await network.signByPasskey({ credentialId, assertion: command.assertion });
      return { ok: true, result: this.#progress() };
    } catch (error) {
      const about = { instance_id: this.#instance, command: command.kind, error: String(error) };
      this.#deps.log.warn(about, "a command failed");
      return answerToError(command, error, true);
    }
  }

  /**
   * Returns when the linking attempt for which the network demands a passkey ends, or null if there is no such attempt.
   */
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
