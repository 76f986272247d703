import { type BinaryNode, decodeBinaryNode, encodeBinaryNode } from "@whiskeysockets/baileys";
import type { WebSocket } from "ws";
import type { DeviceAddress } from "../../format/addresses.ts";
import { node } from "../../format/nodes.ts";
import type { Registration } from "../../world/linking/registration.ts";
import type { World } from "../../world/world.ts";
import type { NetworkIdentity } from "../handshake/certificate.ts";
import { type Login, readClientPayload } from "../handshake/client-payload.ts";
import { FrameReader, frame } from "../handshake/frames.ts";
import { NoiseResponder } from "../handshake/noise.ts";
import { DelayedActions } from "./delayed-actions.ts";

/** The stanza that ends a binary stream. */
const STREAM_END = node("xmlstreamend");

/** A connection's events. Each call is awaited before the next frame is processed. */
export interface ConnectionEvents {
  opened(connection: Connection, client: Registration | Login, noiseKey: Buffer): Promise<void>;
  stanza(connection: Connection, stanza: BinaryNode): Promise<void>;
  closed(connection: Connection): void;
}

/** A client's WebSocket connection: the handshake, then stanzas in both directions. */
export class Connection {
  /** The linked device that logged in on this connection. Null while the client is showing a code. */
  device: DeviceAddress | null = null;
  readonly #socket: WebSocket;
  readonly #world: World;
  readonly #events: ConnectionEvents;
  readonly #frames = new FrameReader();
  readonly #noise: NoiseResponder;
  #stage: "hello" | "finish" | "open" | "closed" = "hello";
  #reading: Promise<void> = Promise.resolve();
  readonly #delayed = new DelayedActions();

  constructor(socket: WebSocket, world: World, events: ConnectionEvents, identity: NetworkIdentity) {
    this.#noise = new NoiseResponder(identity);
    this.#socket = socket;
    this.#world = world;
    this.#events = events;
    socket.on("message", (data: Buffer) => this.#received(data));
    socket.on("close", () => this.#close());
    // A connection that is reset emits "close" as well, which is handled above.
    socket.on("error", () => {});
  }

  get isOpen(): boolean {
    return this.#stage === "open";
  }

  /** Sends a stanza. Does nothing if the connection is not open. */
  write(stanza: BinaryNode): void {
    if (this.#stage !== "open") return;
    this.#send(frame(this.#noise.encrypt(encodeBinaryNode(stanza))));
  }

  /** Sends the reason, ends the stream and closes the socket. */
  end(reason: BinaryNode): void {
    this.write(reason);
    this.write(STREAM_END);
    this.#delayed.add(() => this.#socket.close(), this.#world.faults.delayMs);
  }

  /** Closes the socket without sending a reason. */
  drop(): void {
    this.#socket.terminate();
  }

  #received(data: Buffer): void {
    this.#reading = this.#reading.then(async () => {
      try {
        for (const body of this.#frames.read(data)) await this.#frame(body);
      } catch (error) {
        this.#world.log("connection_failed", { reason: error instanceof Error ? error.message : String(error) });
        this.drop();
      }
    });
  }

  async #frame(body: Buffer): Promise<void> {
    switch (this.#stage) {
      case "hello":
        this.#stage = "finish";
        this.#send(frame(this.#noise.hello(body)));
        return;
      case "finish": {
        const { noisePublicKey, payload } = this.#noise.finish(body);
        this.#stage = "open";
        await this.#events.opened(this, readClientPayload(payload), noisePublicKey);
        return;
      }
      case "open":
        await this.#events.stanza(this, await decodeBinaryNode(this.#noise.decrypt(body)));
        return;
      case "closed":
        return;
    }
  }

  #send(bytes: Buffer): void {
    this.#delayed.add(() => this.#socket.send(bytes, () => {}), this.#world.faults.delayMs);
  }

  #close(): void {
    this.#stage = "closed";
    this.#events.closed(this);
  }
}
