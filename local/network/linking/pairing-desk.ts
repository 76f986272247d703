import { randomBytes, randomUUID } from "node:crypto";
import type { BinaryNode } from "@whiskeysockets/baileys";
import { SERVER } from "../addresses.ts";
import type { Registration } from "../handshake/client-payload.ts";
import { node } from "../nodes.ts";

/** A client shows the first code for a minute and each of the next for twenty seconds. */
const FIRST_CODE_MS = 60_000;
const NEXT_CODE_MS = 20_000;
/** Codes it gets per connection. */
const CODES = 6;
/** A little longer, because the client's timer starts when the codes arrive. */
const GRACE_MS = 5000;
/** Used-up codes are remembered, so that scanning one says "expired" instead of "unknown". */
const REMEMBERED_CODES = 1000;

/** The line to a client, as far as linking needs it. */
export interface ClientLine {
  write(stanza: BinaryNode): void;
  end(reason: BinaryNode): void;
}

/** A client that waits to be linked. */
export interface WaitingClient {
  readonly connection: ClientLine;
  readonly registration: Registration;
  readonly noiseKey: Buffer;
  /** Set while a phone is linking it: takes the client's signed reply, or null when the connection is gone. */
  onReply: ((reply: BinaryNode | null) => void) | null;
}

interface IssuedCode {
  readonly client: WaitingClient;
  /** By the machine's clock, because the client shows its codes by that. */
  readonly expiresAt: number;
}

/** What a code leads to. */
export type FoundClient = { kind: "waiting"; client: WaitingClient } | { kind: "expired" } | { kind: "unknown" };

/** Clients without an account, and the codes that find them. Lives as long as their connections. */
export class PairingDesk {
  readonly #clients = new Map<ClientLine, WaitingClient>();
  readonly #codes = new Map<string, IssuedCode>();

  /** Gives a new client its codes. */
  welcome(connection: ClientLine, registration: Registration, noiseKey: Buffer): void {
    const client: WaitingClient = { connection, registration, noiseKey, onReply: null };
    this.#clients.set(connection, client);
    const now = Date.now();
    const refs = Array.from({ length: CODES }, (_, index) => {
      const ref = `2@${randomBytes(48).toString("base64")}`;
      const expiresAt = now + FIRST_CODE_MS + index * NEXT_CODE_MS + GRACE_MS;
      this.#codes.set(ref, { client, expiresAt });
      return node("ref", {}, Buffer.from(ref));
    });
    this.#forgetOldest();
    const attributes = { from: SERVER, type: "set", xmlns: "md", id: randomUUID() };
    connection.write(node("iq", attributes, [node("pair-device", {}, refs)]));
  }

  /** The client that shows this code. */
  find(ref: string): FoundClient {
    const code = this.#codes.get(ref);
    if (!code) return { kind: "unknown" };
    const isShown = code.expiresAt > Date.now() && this.#clients.has(code.client.connection);
    return isShown ? { kind: "waiting", client: code.client } : { kind: "expired" };
  }

  /** What a client without an account may say: its answers while it is being linked. */
  stanza(connection: ClientLine, stanza: BinaryNode): void {
    if (stanza.tag !== "iq" || stanza.attrs.type !== "result") return;
    const isReply = Array.isArray(stanza.content) && stanza.content[0]?.tag === "pair-device-sign";
    if (isReply) this.#clients.get(connection)?.onReply?.(stanza);
  }

  closed(connection: ClientLine): void {
    this.#clients.get(connection)?.onReply?.(null);
    this.#clients.delete(connection);
  }

  #forgetOldest(): void {
    for (const ref of this.#codes.keys()) {
      if (this.#codes.size <= REMEMBERED_CODES) return;
      this.#codes.delete(ref);
    }
  }
}
