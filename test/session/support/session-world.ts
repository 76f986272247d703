import "../../../session-service/process/silence-console.ts";
import { randomBytes, randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { monotonicFactory } from "ulid";
import { LAST_STAGE } from "../../../core/contracts/protection.ts";
import { NEW_WARM_UP } from "../../../core/domain/protection/warm-up.ts";
import { ApiError } from "../../../core/errors.ts";
import { wakeupBody } from "../../../core/lanes/wakeup-body.ts";
import { type InstanceChange, requestInstanceChange } from "../../../core/operations/access/request-instance-change.ts";
import { askQr } from "../../../core/operations/instances/ask-qr.ts";
import { createInstance } from "../../../core/operations/instances/create-instance.ts";
import { deleteInstance } from "../../../core/operations/instances/delete-instance.ts";
import { acceptMessage } from "../../../core/operations/messages/accept-message.ts";
import type { Log } from "../../../core/ports.ts";
import type { InstanceRecord } from "../../../core/records/instance.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { noteSafety } from "../../../core/records/safety.ts";
import { changeSending } from "../../../core/records/sending.ts";
import { keys } from "../../../core/store/keys.ts";
import { bucketOf, parseLane, queueOfShard } from "../../../core/store/lane-names.ts";
import { MovableClock } from "../../../local/machine/clock.ts";
import { linkPreviews } from "../../../session-service/baileys/outbound/link-previews.ts";
import { createWaysOut } from "../../../session-service/baileys/shared/way-out.ts";
import { trustNetwork } from "../../../session-service/baileys/socket/socket-options.ts";
import { connectGate } from "../../../session-service/connection/connect-gate.ts";
import { NetworkAddress } from "../../../session-service/connection/network-address.ts";
import type { TakenWakeup } from "../../../session-service/fleet/shard-queues.ts";
import { Supervisor } from "../../../session-service/fleet/supervisor.ts";
import { type MediaFolder, openMediaFolder } from "../../../session-service/media/media-folder.ts";
import type { SessionDeps } from "../../../session-service/session-deps.ts";
import { type Stage, setStage } from "../../network/support/stage.ts";
import { daytimeZone } from "../../support/daytime.ts";
import { eventually } from "../../support/eventually.ts";
import { type MemoryMedia, memoryMedia } from "../../support/memory-media.ts";
import { MemoryTable, type TableHook } from "../../support/memory-table.ts";
import { passingFolder } from "../../support/passing-folder.ts";
import { testCodes } from "../../support/test-codes.ts";
import { testOptOuts } from "../../support/test-opt-outs.ts";
import { testVault } from "../../support/test-vault.ts";

export const ACCOUNT = "acc_1";
export const SHARDS = 2;
const COUNTS = { shardCount: SHARDS, queueCount: 1, alsoReadQueueCount: null };

/**
 * A simulated network, an in-memory table, and session tasks that use them. Tests control it through the product's own
 * operations.
 */
export class SessionWorld {
  readonly stage: Stage;
  readonly table: MemoryTable;
  /** A clock that follows the machine's time, as do the network's process and the library that connects to it. */
  readonly clock = new MovableClock({ aheadOfMachineMs: 0 });
  readonly media: MemoryMedia = memoryMedia();
  readonly folder: MediaFolder = openMediaFolder(passingFolder("session-media-"));
  /** Log lines of level warn or error. */
  readonly complaints: { fields: Record<string, unknown>; message: string }[] = [];
  readonly #queues = new Map<number, string[]>();
  readonly #tasks: Supervisor[] = [];
  readonly #ulid = monotonicFactory();

  private constructor(stage: Stage, hook: TableHook | undefined) {
    this.stage = stage;
    this.table = new MemoryTable(hook ? { hook } : {});
  }

  /** @param hook runs on every table call, for example `slowTable`. */
  static async create(hook?: TableHook): Promise<SessionWorld> {
    const world = new SessionWorld(await setStage(), hook);
    trustNetwork(world.deps().network);
    return world;
  }

  /** Creates one task's dependencies. `monotonicMs` can be a test clock. */
  deps(changes: Partial<SessionDeps> = {}): SessionDeps {
    const complain = (fields: Record<string, unknown>, message: string) => this.complaints.push({ fields, message });
    const log: Log = { info: () => {}, warn: complain, error: complain };
    const monotonicMs = () => performance.now();
    const waysOut = createWaysOut({ allowPrivate: true, log }, !this.stage.network.url.startsWith("ws:"));
    return {
      table: this.table,
      clock: this.clock,
      log,
      ids: { next: (prefix, at) => `${prefix}_${this.#ulid(at.getTime())}`, random: (size) => randomBytes(size) },
      vault: testVault(),
      codes: testCodes,
      optOuts: testOptOuts(this.table),
      media: this.media,
      get: waysOut.direct.get,
      preview: linkPreviews(waysOut.direct.get, monotonicMs),
      way: () => waysOut.direct,
      waysOut,
      folder: this.folder,
      wakeups: { wake: async (lane, at) => this.#enqueue(lane, at) },
      gapFactor: 0.001,
      network: new NetworkAddress({
        url: this.stage.network.url,
        rootKey: Buffer.from(this.stage.network.rootPublicKey, "hex"),
      }),
      monotonicMs,
      waitToConnect: connectGate(monotonicMs),
      ...changes,
    };
  }

  /** Starts a session task. It receives no wake-ups while `standsStill` is true. */
  async startTask(
    task_id = "task-1",
    changes: Partial<SessionDeps> = {},
    standsStill: () => boolean = () => false,
  ): Promise<Supervisor> {
    const supervisor = new Supervisor(this.deps(changes), {
      identity: { task_id, run: randomUUID() },
      ...COUNTS,
      queues: {
        receive: (queue, signal) => this.#receive(queue, signal, standsStill),
        remove: async () => {},
      },
      everyMs: 100,
    });
    await supervisor.start();
    this.#tasks.push(supervisor);
    return supervisor;
  }

  /**
   * Adds a number that is past its warm-up, in a zone where it is daytime. Other tests cover how protection holds
   * messages.
   */
  async addInstance(name = "Shop"): Promise<string> {
    const request = { account_id: ACCOUNT, name, external_ref: null };
    const { id } = await createInstance({ ...this.deps(), shardCount: SHARDS }, request, this.clock.now());
    const settings = { timezone: daytimeZone(this.clock.now()) };
    const warmed = noteSafety(id, { warm_up: { ...NEW_WARM_UP, stage: LAST_STAGE } });
    await changeSending(this.deps(), id, (state) => ({ ...state, stage: LAST_STAGE, settings }), [warmed]);
    return id;
  }

  instance(id: string): InstanceRecord {
    return this.table.peek(keys.instance(id)) as unknown as InstanceRecord;
  }

  status(id: string): string {
    const { status, status_reason } = this.instance(id);
    return status_reason === null ? status : `${status}, ${status_reason}`;
  }

  change(id: string, change: InstanceChange): Promise<InstanceRecord> {
    return requestInstanceChange(this.deps(), this.instance(id), change);
  }

  delete(id: string): Promise<void> {
    return deleteInstance(this.deps(), this.instance(id));
  }

  /** Polls for the code, as a client would. */
  code(id: string): Promise<string> {
    return eventually("a code to scan", async () => {
      try {
        return (await askQr(this.deps(), this.instance(id))).value;
      } catch (error) {
        if (error instanceof ApiError && error.code === "unavailable") return null;
        throw error;
      }
    });
  }

  /** Links an instance to one of the stage's phones. */
  async link(id: string, phone: string): Promise<void> {
    await this.stage.sandbox.scan(phone, await this.code(id));
    await this.reaches(id, "working");
  }

  reaches(id: string, status: string, withinMs?: number): Promise<unknown> {
    return eventually(`${id} to be ${status}; it is ${this.status(id)}`, () => this.status(id) === status, withinMs);
  }

  /**
   * Sends a message through the lane, as the API does. @param to a phone number or a chat's id. @returns the message's
   * id.
   */
  async send(instance: string, to: string, text: string): Promise<string> {
    const { message } = await acceptMessage(this.deps(), {
      caller_account: ACCOUNT,
      instance: this.instance(instance),
      ...(to.includes("@") ? { to: null, chat_id: to } : { to, chat_id: null }),
      content: { kind: "text", text, link_preview: false, mentions: [] },
      send_at: null,
      idempotency_key: randomUUID(),
      origin: "api",
    });
    return message.id;
  }

  message(id: string): MessageRecord {
    return this.table.peek(keys.message(ACCOUNT, id)) as unknown as MessageRecord;
  }

  /** Returns how many times devices have logged in so far. */
  async connections(): Promise<number> {
    const { data } = await this.stage.sandbox.request<{ data: { logins: number }[] }>("GET", "/connections");
    return data.reduce((sum, { logins }) => sum + logins, 0);
  }

  /** Returns every stored message of an account. */
  messages(): MessageRecord[] {
    return this.table.partition(keys.message(ACCOUNT, "").pk) as unknown as MessageRecord[];
  }

  events(type: string): Record<string, unknown>[] {
    return this.table
      .partition(keys.event(ACCOUNT, "").pk)
      .filter((event) => event.type === type)
      .map((event) => (JSON.parse(String(event.body)) as { data: Record<string, unknown> }).data);
  }

  async tearDown(): Promise<void> {
    await Promise.all(this.#tasks.map((task) => task.stop()));
    await this.stage.tearDown();
    rmSync(this.folder.path, { recursive: true, force: true });
  }

  #enqueue(lane: string, at: Date): void {
    const name = parseLane(lane);
    if (name?.kind !== "instance") return;
    const queue = queueOfShard(bucketOf(name.instance_id, SHARDS), COUNTS.queueCount);
    void this.clock.until(at).then(() => this.#queue(queue).push(wakeupBody(lane)));
  }

  #queue(number: number): string[] {
    const queue = this.#queues.get(number) ?? [];
    this.#queues.set(number, queue);
    return queue;
  }

  async #receive(queue: number, signal: AbortSignal, standsStill: () => boolean): Promise<TakenWakeup[]> {
    const hasNothing = () => standsStill() || this.#queue(queue).length === 0;
    while (!signal.aborted && hasNothing()) await pause(5, undefined, { signal }).catch(() => {});
    const bodies = signal.aborted ? [] : this.#queue(queue).splice(0, 10);
    return bodies.map((body) => ({ body, receipt: "" }));
  }
}

/** Delays every call by 2 to 10 ms, like a distant table. */
export const slowTable: TableHook = async (_operation, phase) => {
  if (phase === "before") await pause(2 + Math.random() * 8);
};
