import { randomBytes, randomUUID } from "node:crypto";
import type { BinaryNode } from "@whiskeysockets/baileys";
import { parseAddress, SERVER } from "../../format/addresses.ts";
import { iqError, iqResult } from "../../format/iq-result.ts";
import { child, childBytes, node } from "../../format/nodes.ts";
import type { PasskeyDemand } from "./passkey-demand.ts";
import type { Registration } from "./registration.ts";

/** A client shows the first code for a minute and each subsequent one for twenty seconds. */
const FIRST_CODE_MS = 60_000;
const NEXT_CODE_MS = 20_000;
/** Codes per connection. */
const CODES = 6;
/** Extra time, because the client's timer starts when the codes arrive. */
const GRACE_MS = 5000;
/** The number of codes remembered, so that scanning an old one reports "expired" instead of "unknown". */
const REMEMBERED_CODES = 1000;

/** Systems that the network accepts a typed code for; a product's own name is not among them. */
const SYSTEMS = ["Android", "Linux", "Mac OS", "Ubuntu", "Windows"];

/** @param display the client's name for itself, such as "Chrome (Mac OS)". */
const isKnownSystem = (display: Buffer | null) =>
  SYSTEMS.some((system) => display?.toString("utf8").endsWith(` (${system})`));

/** A connection to a client, with the functions that linking uses. */
export interface ClientConnection {
  write(stanza: BinaryNode): void;
  end(reason: BinaryNode): void;
}

/** A client waiting to be linked. */
export interface WaitingClient {
  readonly connection: ClientConnection;
  readonly registration: Registration;
  readonly noiseKey: Buffer;
  /** Set while a phone is linking it; takes the client's signed reply, or null if the connection closed. */
  onReply: ((reply: BinaryNode | null) => void) | null;
  /** Set if it shows a code to type instead of one to scan. */
  codeRequest: CodeRequest | null;
  /** Set once a phone scanned its code, if the network demands the owner's passkey. */
  passkey: PasskeyDemand | null;
  /** Whether it was asked for a new link secret. */
  wasRefreshed: boolean;
  /** Set while someone types that code; takes the client's last message, or null if the connection closed. */
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
  /** By the machine's clock, because the client times its codes by it. */
  readonly expiresAt: number;
}

/** The client that a code belongs to. */
export type FoundClient = { kind: "waiting"; client: WaitingClient } | { kind: "expired" } | { kind: "unknown" };

/** The clients waiting to be linked, and their codes. A client is removed when its connection closes. */
export class PairingDesk {
  readonly #clients = new Map<ClientConnection, WaitingClient>();
  readonly #codes = new Map<string, IssuedCode>();
  readonly #refusesCodes: () => boolean;

  /** @param refusesCodes whether codes to type are currently refused. */
  constructor(refusesCodes: () => boolean = () => false) {
    this.#refusesCodes = refusesCodes;
  }

  /** Gives a new client its codes. */
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

  /** The client that shows this code. */
  find(ref: string): FoundClient {
    const code = this.#codes.get(ref);
    if (!code) return { kind: "unknown" };
    const isShown = code.expiresAt > Date.now() && this.#clients.has(code.client.connection);
    return isShown ? { kind: "waiting", client: code.client } : { kind: "expired" };
  }

  /** The client waiting for a code to be typed on this phone; the latest of several. */
  awaitingCode(phone: string): WaitingClient | null {
    return [...this.#clients.values()].findLast(({ codeRequest }) => codeRequest?.phone === phone) ?? null;
  }

  /** Handles a stanza from a client without an account: its replies during linking, and its request for a code. */
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
