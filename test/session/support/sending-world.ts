import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import type { MediaContent, MessageContent } from "../../../core/domain/messages/message-content.ts";
import { acceptMessage } from "../../../core/operations/messages/accept-message.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import type { Supervisor } from "../../../session-service/fleet/supervisor.ts";
import type { InstanceSession } from "../../../session-service/session/session.ts";
import { OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { ACCOUNT, SessionWorld } from "./session-world.ts";

/**
 * A session that is linked to Olga's phone and sends all kinds of content, with functions that return what people see.
 */
export class SendingWorld {
  readonly world: SessionWorld;
  readonly instance: string;
  readonly #task: Supervisor;

  private constructor(world: SessionWorld, instance: string, task: Supervisor) {
    this.world = world;
    this.instance = instance;
    this.#task = task;
  }

  static async create(): Promise<SendingWorld> {
    const world = await SessionWorld.create();
    // Has the same effect that NODE_EXTRA_CA_CERTS would have on a process started later.
    setDefaultCACertificates([...getCACertificates("bundled"), readFileSync(world.stage.network.mediaCaFile, "utf8")]);
    const task = await world.startTask();
    const instance = await world.addInstance();
    await world.link(instance, OLGA);
    return new SendingWorld(world, instance, task);
  }

  /** Creates such a world around an existing instance, which may have been linked in another way. */
  static of(world: SessionWorld, instance: string, task: Supervisor): SendingWorld {
    return new SendingWorld(world, instance, task);
  }

  get session(): InstanceSession {
    return this.sessionOf(this.instance);
  }

  /** Returns the session of another of the task's instances. */
  sessionOf(instance: string): InstanceSession {
    const session = this.#task.sessions.find(({ instance_id }) => instance_id === instance);
    if (!session) throw new Error("The task has no session of the instance.");
    return session;
  }

  /** Sends a message through the lane, and waits until the network accepts or refuses it. */
  async send(
    to: string,
    content: MessageContent,
    more: { reply_to?: string; instance?: string } = {},
  ): Promise<MessageRecord> {
    const { instance = this.instance, ...rest } = more;
    const { message } = await acceptMessage(this.world.deps(), {
      caller_account: ACCOUNT,
      instance: this.world.instance(instance),
      ...(to.includes("@") ? { to: null, chat_id: to } : { to, chat_id: null }),
      content,
      send_at: null,
      idempotency_key: randomUUID(),
      origin: "api",
      ...rest,
    });
    return eventually(`${content.kind} to be sent`, () => {
      const now = this.world.message(message.id);
      return now.step === "done" ? now : null;
    });
  }

  text(to: string, text: string, more: { reply_to?: string; instance?: string } = {}): Promise<MessageRecord> {
    return this.send(to, { kind: "text", text, link_preview: false, mentions: [] }, more);
  }

  /** Puts a file into the media store and builds message content from it. */
  async media(kind: MediaContent["kind"], bytes: Buffer, more: Partial<MediaContent> = {}): Promise<MediaContent> {
    const file = { key: `files/${randomUUID()}` };
    await this.world.media.put(file.key, bytes, { mimetype: "", filename: null, maxBytes: Number.POSITIVE_INFINITY });
    const about = { mimetype: "application/octet-stream", filename: null, caption: null, voice: false, mentions: [] };
    return { kind, file, ...about, ...more };
  }

  /** Returns a message as shown on this person's phone. */
  async seen(phone: string, { network_id }: Pick<MessageRecord, "network_id">) {
    return (await this.world.stage.sandbox.messages(phone)).find(({ id }) => id === network_id);
  }

  /** Returns the record of a person's message, once it is stored. */
  received(networkId: string): Promise<MessageRecord> {
    return eventually("the message to be stored", () =>
      this.world.messages().find((message) => message.network_id === networkId && message.direction === "in"),
    );
  }

  tearDown(): Promise<void> {
    return this.world.tearDown();
  }
}
