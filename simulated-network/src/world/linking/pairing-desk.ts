import { randomBytes, randomUUID } from "node:crypto";
import type { BinaryNode } from "@whiskeysockets/baileys";
import { parseAddress, SERVER } from "../../format/addresses.ts";
import { iqError, iqResult } from "../../format/iq-result.ts";
import { child, childBytes, node } from "../../format/nodes.ts";
import type { PasskeyDemand } from "./passkey-demand.ts";
import type { Registration } from "./registration.ts";

/** A client shows the first code for a minute, and each later code for twenty seconds. */
const FIRST_CODE_MS = 60_000;
const NEXT_CODE_MS = 20_000;
/** The number of codes that a client receives per connection. */
const CODES = 6;
/** Extra time per code, because the client's timer doesn't start until the codes arrive. */
const GRACE_MS = 5000;
/** The number of codes to remember, so that scanning an old one is reported as "expired" rather than "unknown". */
const REMEMBERED_CODES = 1000;

/** The systems for which the network accepts a typed code. Product names are not included. */
const SYSTEMS = ["Android", "Linux", "Mac OS", "Ubuntu", "Windows"];

/**
 * Whether the client runs on one of these systems. @param display the client's display name, such as "Chrome (Mac OS)".
 */
const isKnownSystem = (display: Buffer | null) =>
  SYSTEMS.some((system) => display?.toString("utf8").endsWith(` (${system})`));

/** A connection to a client, with the functions needed for linking. */
export interface ClientConnection {
  write(stanza: BinaryNode): void;
  end(reason: BinaryNode): void;
}

/** A client that is waiting to be linked. */
export interface WaitingClient {
  readonly connection: ClientConnection;
  readonly registration: Registration;
  readonly noiseKey: Buffer;
  /**
   * Set while a phone is linking the client. Called with the client's signed reply, or with null if the connection
   * closed.
   */
  onReply: ((reply: BinaryNode | null) => void) | null;
  /** Set if the client shows a code to type rather than a code to scan. */
  codeRequest: CodeRequest | null;
  /** Set once a phone has scanned the client's code, if the network requires the owner's passkey. */
  passkey: PasskeyDemand | null;
  /** Whether the client has been asked to renew its secret for linking. */
  wasRefreshed: boolean;
  /**
   * Set while someone types the client's code. Called with the client's last message, or with null if the connection
   * closed.
   */
  onFinish: ((finish: BinaryNode | null) => void) | null;
}

/** A client's request to have its code typed on this phone. The network itself never learns the code. */
export interface CodeRequest {
  readonly phone: string;
  readonly wrappedKey: Buffer;
  readonly ref: Buffer;
}

interface IssuedCode {
  readonly client: WaitingClient;
  /** When the code expires, by the machine's clock. The client times its codes by the same clock. */
  readonly expiresAt: number;
}

/** The result of looking up the client that a code belongs to. */
export type FoundClient = { kind: "waiting"; client: WaitingClient } | { kind: "expired" } | { kind: "unknown" };

/** The clients waiting to be linked, with their codes. A client is removed when its connection closes. */
export class PairingDesk {
  readonly #clients = new Map<ClientConnection, WaitingClient>();
  readonly #codes = new Map<string, IssuedCode>();
  readonly #refusesCodes: () => boolean;

  /** @param refusesCodes returns whether requests for typed codes are being refused at the moment. */
  constructor(refusesCodes: () => boolean = () => false) {
    this.#refusesCodes = refusesCodes;
  }

  /** Registers a new client and sends it the codes. */
  welcome(connection: ClientConnection, registration: Registration, noiseKey: Buffer): void {
    const client: WaitingClient = {
      connection,
      registration,
      noiseKey,
      onReply: null,
      codeRequest: null,
      passkey: null,
      wasRefreshed: false,
      onFinish: null,
    };
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

  /** Finds the client that is showing this code. */
  find(ref: string): FoundClient {
    const code = this.#codes.get(ref);
    if (!code) return { kind: "unknown" };
    const isShown = code.expiresAt > Date.now() && this.#clients.has(code.client.connection);
    return isShown ? { kind: "waiting", client: code.client } : { kind: "expired" };
  }

  /** Returns the client that is waiting for its code to be typed on this phone, or the latest if there are several. */
  awaitingCode(phone: string): WaitingClient | null {
    return [...this.#clients.values()].findLast(({ codeRequest }) => codeRequest?.phone === phone) ?? null;
  }

  /** Handles a stanza from a client that isn't linked yet: its replies during linking, and its request for a code. */
  stanza(connection: ClientConnection, stanza: BinaryNode): void {
    const client = this.#clients.get(connection);
    if (!client || stanza.tag !== "iq") return;
    if (stanza.attrs.type === "result") {
      if (child(stanza, "pair-device-sign")) client.onReply?.(stanza);
      return;
    }
    if (client.passkey?.take(stanza, new Date())) return;
    const wish = child(stanza, "link_code_companion_reg");
    switch (wish?.attrs.stage) {
      case "companion_hello":
        this.#promiseCode(client, stanza, wish);
        return;
      case "companion_finish":
        connection.write(iqResult(stanza));
        client.onFinish?.(stanza);
        return;
      default:
        connection.write(iqError(stanza, 501, "feature-not-implemented"));
    }
  }

  closed(connection: ClientConnection): void {
    this.#clients.get(connection)?.onReply?.(null);
    this.#clients.get(connection)?.onFinish?.(null);
    this.#clients.delete(connection);
  }

  #promiseCode(client: WaitingClient, stanza: BinaryNode, wish: BinaryNode): void {
    if (this.#refusesCodes()) {
      client.connection.write(iqError(stanza, 429, "rate-overlimit"));
      return;
    }
    const wrappedKey = childBytes(wish, "link_code_pairing_wrapped_companion_ephemeral_pub");
    const phone = parseAddress(wish.attrs.jid)?.user;
    if (!wrappedKey || !phone || !isKnownSystem(childBytes(wish, "companion_platform_display"))) {
      client.connection.write(iqError(stanza, 400, "bad-request"));
      return;
    }
    const ref = randomBytes(16);
    client.codeRequest = { phone, wrappedKey, ref };
    const promise = node("link_code_companion_reg", {}, [node("link_code_pairing_ref", {}, ref)]);
    client.connection.write(iqResult(stanza, [promise]));
  }

  #forgetOldest(): void {
    for (const ref of this.#codes.keys()) {
      if (this.#codes.size <= REMEMBERED_CODES) return;
      this.#codes.delete(ref);
    }
  }
}
