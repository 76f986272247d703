import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import type { MessageContent } from "../../../core/domain/messages/message-content.ts";
import { acceptMessage } from "../../../core/operations/messages/accept-message.ts";
import type { CommandAnswer, MessageCommand } from "../../../core/records/command.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { keys } from "../../../core/store/keys.ts";
import { NetworkAddress } from "../../../session-service/connection/network-address.ts";
import type { Supervisor } from "../../../session-service/fleet/supervisor.ts";
import { eventually } from "../../support/eventually.ts";
import { picture } from "./sample-files.ts";
import { ACCOUNT, SessionWorld } from "./session-world.ts";
import { statusesOf } from "./status-world.ts";

/** The ways in which a namespace's answers can go wrong, named after the sandbox's faults. */
export const HOWS = ["silent_queries", "empty_answers", "late_answers", "wrong_answers"] as const;
/** The namespaces of all queries that the library makes in connection with a message. */
export const NAMESPACES = [
  ...["usync", "encrypt", "w:g2", "privacy", "w:m", "w:mex", "blocklist", "newsletter", "w:profile:picture", "abt"],
] as const;
export const PLACES = ["person", "stranger", "group", "status", "channel"] as const;
export const KINDS = ["text", "image", "poll", "edit", "delete", "react"] as const;
const ACTS: ReadonlySet<string> = new Set(["edit", "delete", "react"]);

/** One case: something is sent to a place while the answers in a namespace go wrong. */
export interface Case {
  kind: (typeof KINDS)[number];
  place: (typeof PLACES)[number];
  xmlns: (typeof NAMESPACES)[number];
  how: (typeof HOWS)[number];
}

/**
 * Whether this combination is tested. A stranger's messages can't be changed, and statuses have no acts in this test.
 */
export const isCase = ({ kind, place }: Pick<Case, "kind" | "place">): boolean => {
  if (place === "status") return kind === "text" || kind === "image";
  return !(place === "stranger" && ACTS.has(kind));
};

/** How long this world's sessions wait for an answer. */
const QUERY_MS = 400;
/** How long the network's answers go wrong: slightly longer than two waits for an answer. */
const WRONG_MS = 1_100;

interface Shown {
  id: string;
  text: string | null;
  type: string;
  edited?: boolean;
  deleted?: boolean;
  reactions?: unknown;
}

/** One of the world's numbers, with its own people. Faults set for the number don't affect other numbers. */
interface Line {
  phone: string;
  instance: string;
}

/** Several numbers on one network. Answers can go wrong for each number separately. */
export class SilenceWorld {
  readonly world: SessionWorld;
  readonly #task: Supervisor;
  #people = 0;

  private constructor(world: SessionWorld, task: Supervisor) {
    this.world = world;
    this.#task = task;
  }

  static async create(): Promise<SilenceWorld> {
    const world = await SessionWorld.create();
    setDefaultCACertificates([...getCACertificates("bundled"), readFileSync(world.stage.network.mediaCaFile, "utf8")]);
    const { url, rootKey } = world.deps().network;
    return new SilenceWorld(
      world,
      await world.startTask("task-1", { network: new NetworkAddress({ url, rootKey, queryMs: QUERY_MS }) }),
    );
  }

  get sandbox() {
    return this.world.stage.sandbox;
  }

  tearDown(): Promise<void> {
    return this.world.tearDown();
  }

  /** Links a number whose statuses are visible to people. */
  async line(): Promise<Line> {
    const phone = this.#number();
    await this.sandbox.request("POST", "/phones", { phone, name: `Shop ${phone}`, private_ids: true });
    const instance = await this.world.addInstance();
    await this.world.link(instance, phone);
    return { phone, instance };
  }

  /** Runs a case on a number. @returns a sentence for each broken promise. */
  async run(line: Line, one: Case): Promise<string[]> {
    const { kind, place, xmlns, how } = one;
    const faults = await new Run(this, line, one).faults().catch((error: unknown) => [String(error)]);
    await this.goWrong(line, one, 0);
    return faults.map((fault) => `${kind} to ${place}, ${xmlns} ${how}: ${fault}`);
  }

  /** Makes a namespace's answers to a number go wrong. With 0 seconds, they are correct again. */
  async goWrong({ phone }: Line, { xmlns, how }: Pick<Case, "xmlns" | "how">, forSeconds: number): Promise<void> {
    await this.sandbox.fault({
      ...{ kind: how, xmlns, phone, for_seconds: forSeconds },
      ...(how === "late_answers" && { milliseconds: 2 * QUERY_MS }),
    });
  }

  session({ instance }: Line) {
    const session = this.#task.sessions.find(({ instance_id }) => instance_id === instance);
    if (!session) throw new Error("The task has no session of the instance.");
    return session;
  }

  /** Creates a person who has saved the number and, if `knows` is true, has also messaged it. */
  async person({ phone, instance }: Line, knows: boolean): Promise<string> {
    const person = this.#number();
    await this.sandbox.addPhone(person, `Person ${person}`);
    await this.sandbox.request("PUT", `/phones/${person}/contacts/${phone}`, { name: "The shop" });
    if (!knows) return person;
    const { id } = await this.sandbox.write(person, { to: phone, text: "Hello" });
    await this.stored(instance, id);
    return person;
  }

  stored(instance: string, networkId: string): Promise<MessageRecord> {
    return eventually("a message to be stored", () =>
      this.world.messages().find((one) => one.instance_id === instance && one.network_id === networkId),
    );
  }

  #number(): string {
    return `1555100${String(++this.#people).padStart(4, "0")}`;
  }
}

/** A single run of a case. */
class Run {
  readonly #silence: SilenceWorld;
  readonly #line: Line;
  readonly #case: Case;
  readonly #faults: string[] = [];

  constructor(silence: SilenceWorld, line: Line, one: Case) {
    this.#silence = silence;
    this.#line = line;
    this.#case = one;
  }

  async faults(): Promise<string[]> {
    const { place, kind } = this.#case;
    const people = [await this.#silence.person(this.#line, place !== "stranger" && place !== "channel")];
    if (place === "group" || place === "status") people.push(await this.#silence.person(this.#line, false));
    const chat = await this.#chat(people);
    if (ACTS.has(kind)) await this.#act(chat, people);
    else await this.#send(chat, people);
    return this.#faults;
  }

  async #chat(people: string[]): Promise<string> {
    const { sandbox } = this.#silence;
    const { phone, instance } = this.#line;
    const { place } = this.#case;
    if (place === "channel") {
      const plan = { name: "News", owner: phone, followers: people };
      return (await sandbox.request<{ chat_id: string }>("POST", "/channels", plan)).chat_id;
    }
    if (place !== "group") return people[0] ?? "";
    const { chat_id } = await sandbox.newGroup({ subject: "Tea", owner: phone, participants: people });
    const { table } = this.#silence.world;
    await eventually("the group to be stored", () => table.peek(keys.group(instance, chat_id)) !== null);
    return chat_id;
  }

  async #send(chat: string, people: string[]): Promise<void> {
    await this.#goWrong(true);
    const id = await this.#accept(chat, people, this.#case.kind as "text");
    await this.#watch(id, people, WRONG_MS);
    await this.#goWrong(false);
    await eventually("its end", () => this.#message(id).step === "done", 25_000).catch(() => {});
    const { status, error_code } = this.#message(id);
    if (!["sent", "delivered", "read"].includes(status)) {
      const said = this.#silence.world.complaints.filter(({ fields }) => fields.message_id === id).at(-1);
      this.#note(`it ended as ${status}, ${error_code}; ${said?.fields.error}`);
    }
    await this.#arrives(id, people);
  }

  /** Expects every message that was reported as sent to have reached its recipients. */
  async #watch(id: string, people: string[], forMs: number): Promise<void> {
    for (const until = performance.now() + forMs; performance.now() < until; await pause(50)) {
      if (this.#message(id).sent_at !== null) return this.#arrives(id, people);
    }
  }

  async #arrives(id: string, people: string[]): Promise<void> {
    const { network_id } = this.#message(id);
    for (const person of people) {
      const copies = async () => (await this.#shownTo(person)).filter((one) => one.id === network_id);
      await eventually("it to arrive", async () => (await copies()).length > 0, 3_000).catch(() => {});
      const { length } = await copies();
      if (length !== 1) this.#note(`${person} has ${length} of it`);
    }
  }

  async #act(chat: string, people: string[]): Promise<void> {
    const target = await this.#target(chat, people);
    for (const person of people) await this.#forgetDevices(person);
    await this.#goWrong(true);
    const command = this.#command(target);
    const session = this.#silence.session(this.#line);
    let answer = await session.perform(command);
    if (answer.ok || this.#isRecorded(target)) await this.#isDone(target, people);
    await pause(100);
    await this.#goWrong(false);
    for (let tries = 0; !answer.ok && tries < 10; tries++) answer = await this.#again(command, target);
    if (!answer.ok) this.#note(`it was answered with ${answer.code}`);
    if (!this.#isRecorded(target)) this.#note("it is not recorded");
    await this.#isDone(target, people);
  }

  async #again(command: MessageCommand, target: string): Promise<CommandAnswer> {
    await pause(100);
    const answer = await this.#silence.session(this.#line).perform(command);
    return this.#case.kind === "delete" && this.#isRecorded(target) ? { ok: true } : answer;
  }

  /** Returns the id of the message to act on: one of ours or, for a reaction, one of the person's. */
  async #target(chat: string, people: string[]): Promise<string> {
    const { kind, place } = this.#case;
    const [person = ""] = people;
    if (kind === "react" && place !== "channel") {
      const to = place === "group" ? { chat_id: chat } : { to: this.#line.phone };
      const { id } = await this.#silence.sandbox.write(person, { ...to, text: "React to this" });
      return String((await this.#silence.stored(this.#line.instance, id)).id);
    }
    const id = await this.#accept(chat, people, "text");
    await eventually("the first text to arrive", () => this.#message(id).sent_at !== null);
    await this.#arrives(id, people);
    return id;
  }

  #command(message_id: string): MessageCommand {
    switch (this.#case.kind) {
      case "edit":
        return { kind: "edit", message_id, text: "Changed" };
      case "delete":
        return { kind: "delete", message_id };
      default:
        return { kind: "react", message_id, emoji: "👍" };
    }
  }

  #isRecorded(id: string): boolean {
    const { edited_at, deleted_at, reactions } = this.#message(id);
    const { kind } = this.#case;
    return kind === "edit"
      ? edited_at !== null
      : kind === "delete"
        ? deleted_at !== null
        : (reactions?.length ?? 0) > 0;
  }

  async #isDone(id: string, people: string[]): Promise<void> {
    const { network_id } = this.#message(id);
    for (const person of people) {
      const isDone = async () => {
        const shown = (await this.#shownTo(person)).find((one) => one.id === network_id);
        if (this.#case.kind === "edit") return shown?.text === "Changed";
        return this.#case.kind === "delete" ? shown?.deleted === true : JSON.stringify(shown ?? {}).includes("👍");
      };
      await eventually("the change to arrive", isDone, 3_000).catch(() => this.#note(`${person} does not see it`));
    }
  }

  async #accept(chat: string, people: string[], kind: "text" | "image" | "poll"): Promise<string> {
    const { world } = this.#silence;
    if (this.#case.place === "status") return this.#post(people);
    const { message } = await acceptMessage(world.deps(), {
      caller_account: ACCOUNT,
      instance: world.instance(this.#line.instance),
      ...(chat.includes("@") ? { to: null, chat_id: chat } : { to: chat, chat_id: null }),
      content: await this.#content(kind),
      send_at: null,
      idempotency_key: randomUUID(),
      origin: "api",
    });
    return message.id;
  }

  async #content(kind: "text" | "image" | "poll"): Promise<MessageContent> {
    if (kind === "text") return { kind, text: `A text ${randomUUID()}`, link_preview: false, mentions: [] };
    if (kind === "poll") return { kind, name: "Tea?", options: ["Yes", "No"], multiple_answers: false };
    const file = { key: `files/${randomUUID()}` };
    const limits = { mimetype: "image/png", filename: null, maxBytes: 1e7 };
    await this.#silence.world.media.put(file.key, await picture().png().toBuffer(), limits);
    const about = { mimetype: "image/png", filename: null, caption: null, voice: false, mentions: [] };
    return { kind, file, ...about };
  }

  async #post(recipients: string[]): Promise<string> {
    const statuses = statusesOf(this.#silence.world);
    const content = await this.#content(this.#case.kind === "image" ? "image" : "text");
    return statuses.post(this.#line.instance, { content, recipients } as Parameters<typeof statuses.post>[1]);
  }

  async #shownTo(person: string): Promise<Shown[]> {
    const { sandbox } = this.#silence;
    if (this.#case.place !== "status") return sandbox.messages(person) as unknown as Promise<Shown[]>;
    return (await sandbox.request<{ data: Shown[] }>("GET", `/phones/${person}/statuses`)).data;
  }

  /** Makes the network report a change in a person's devices, so they have to be queried again. */
  async #forgetDevices(person: string): Promise<void> {
    const { private_id } = (await this.#silence.sandbox.phone(person)) as unknown as { private_id: string };
    for (const jid of [private_id, `${person}@s.whatsapp.net`]) {
      const update = { tag: "update", attrs: {}, content: [{ tag: "device", attrs: { jid } }] };
      const attrs = { from: jid, type: "devices", id: randomUUID(), t: "1" };
      const stanza = { tag: "notification", attrs, content: [update] };
      await this.#silence.sandbox.request("POST", `/phones/${this.#line.phone}/stanzas`, stanza);
    }
    await pause(50);
  }

  #goWrong(is: boolean): Promise<void> {
    return this.#silence.goWrong(this.#line, this.#case, is ? 600 : 0);
  }

  #message(id: string): MessageRecord {
    return this.#silence.world.message(id);
  }

  #note(fault: string): void {
    this.#faults.push(fault);
  }
}
