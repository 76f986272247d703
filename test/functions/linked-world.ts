import type { LaneRow } from "../../core/lanes/lane.ts";
import { answerCommand, claimCommand } from "../../core/operations/commands/claim-command.ts";
import type { IncomingMessage } from "../../core/operations/receiving/incoming-message.ts";
import { receiveMessage } from "../../core/operations/receiving/receive-message.ts";
import { recordReceipt } from "../../core/operations/receiving/record-receipt.ts";
import type { Clock } from "../../core/ports.ts";
import type { Command, CommandAnswer } from "../../core/records/command.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import { keys } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { type MemoryMedia, memoryMedia } from "../support/memory-media.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { startWaiting } from "../support/start-waiting.ts";
import { testOptOuts } from "../support/test-opt-outs.ts";
import { type ApiWorld, apiWorld } from "./api-world.ts";

export const TO = "5511999990001";
/** How often a request that is waiting for a session checks for the answer. */
const LOOK_MS = 100;
const FENCE = 1;
const PHONE = "5511988880000";

/** The parts of one world that another world can start from. */
export interface LinkedStart {
  table: MemoryTable;
  media: MemoryMedia;
  account: string;
  instance: string;
  key: string;
  clock: Pick<Clock, "now">;
}

/**
 * Creates an account with a linked instance, and a stand-in for its session that carries out commands.
 * @param start an existing world. The new world starts from its current state and leaves it unchanged.
 */
export async function linkedWorld(start: LinkedStart | null = null) {
  const table = start?.table.fork() ?? new MemoryTable();
  const world = apiWorld(table);
  const media: MemoryMedia = memoryMedia();
  world.deps.media = media;
  world.deps.files = media;
  const { account, key, instance } = start ?? (await linkedAccount(world));
  const own = { account_id: account, instance_id: instance, fence: FENCE };
  const deps = { ...world.deps, media, optOuts: testOptOuts(table) };
  if (start) {
    world.clock.moveTo(start.clock.now());
    for (const [place, file] of start.media.files) media.files.set(place, file);
  }

  const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    world.ask(method, path, { key, headers, ...(body !== undefined && { body }) });
  const message = (id: string) => table.peek(keys.message(account, id)) as unknown as MessageRecord;
  const commands: Command[] = [];
  const lookAgain = () => world.clock.moveTo(new Date(world.clock.now().getTime() + LOOK_MS));

  return {
    ...world,
    newInstance: () => world.instance(account),
    table,
    media,
    account,
    instance,
    key,
    own,
    sessionDeps: deps,
    ask,
    message,
    commands,
    send: (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
      ask("POST", "/v1/messages", { instance_id: instance, to: TO, ...body }, headers),
    rows: () =>
      table.partition(instanceLane(instance)).filter(({ sk }) => sk !== "HEAD" && !sk.startsWith("C#")) as LaneRow[],
    events: () =>
      table
        .partition(keys.event(account, "").pk)
        .map((item) => JSON.parse(String(item.body)) as { type: string; data: Record<string, unknown> }),
    pass: (seconds: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + seconds * 1000)),

    /** Has the network accept a waiting message. */
    async relay(id: string): Promise<MessageRecord> {
      const waiting = message(id);
      const row = table.peek({ pk: instanceLane(instance), sk: waiting.row ?? "" }) as LaneRow;
      const network_id = `3EB0${id.slice(-8)}`;
      const encoded = { network_id, network_chat: waiting.chat_id ?? "", network_bytes: new Uint8Array([1]) };
      await startWaiting(deps, own, row, waiting, encoded);
      await recordReceipt(deps, { ...own, network_id, kind: "sent", at: world.clock.now() });
      return message(id);
    },

    /** Has a person write. @returns the message's id. */
    async receive(change: Partial<IncomingMessage> = {}): Promise<string> {
      await receiveMessage(deps, {
        ...own,
        network_id: `3EB0IN${Math.random()}`,
        chat_id: `${TO}@s.whatsapp.net`,
        phone: TO,
        person: TO,
        participant: null,
        contact_name: "Ana",
        from_me: false,
        type: "text",
        body: "Hi",
        written_at: world.clock.now(),
        network_bytes: null,
        journal: null,
        ...change,
      });
      return table.partition(keys.message(account, "").pk).at(-1)?.sk ?? "";
    },

    /**
     * Waits for a promise that depends on the world's clock, advancing the clock until the promise settles. Only tests
     * move that clock.
     */
    async answerOf<T>(asked: Promise<T>): Promise<T> {
      let isOver = false;
      asked.catch(() => {}).finally(() => (isOver = true));
      while (!isOver) {
        lookAgain();
        await new Promise((resolve) => setImmediate(resolve));
      }
      return asked;
    },

    /** Claims commands and carries them out, as a session does, while `work` runs. */
    async withSession<T>(perform: (command: Command) => Promise<CommandAnswer>, work: () => Promise<T>): Promise<T> {
      let isOver = false;
      let isAnswered = false;
      const session = (async () => {
        while (!isOver) {
          for (const row of table.partition(instanceLane(instance)).filter((one) => one.command !== undefined)) {
            const id = String(row.command);
            const command = await claimCommand(deps, instance, id, FENCE);
            if (!command) continue;
            commands.push(command);
            await answerCommand(deps, instance, id, FENCE, await perform(command));
            isAnswered = true;
          }
          if (isAnswered) lookAgain();
          await new Promise((resolve) => setImmediate(resolve));
        }
      })();
      try {
        return await work();
      } finally {
        isOver = true;
        await session;
      }
    },
  };
}

/** Creates an account, a key of the account, and a linked instance. */
async function linkedAccount(world: ApiWorld) {
  const account = await world.account();
  const { key } = await world.key(account);
  const instance = await world.instance(account);
  const { table } = world;
  await table.write({ update: keys.instance(instance), set: { status: "working", phone: PHONE } });
  await table.write({ update: keys.sending(instance), set: { connected: true, fence: FENCE }, add: { rev: 1 } });
  await table.write({ put: { ...keys.receiving(instance), fence: FENCE } });
  return { account, key, instance };
}

export type LinkedWorld = Awaited<ReturnType<typeof linkedWorld>>;

export const dataOf = (answer: { body: Record<string, unknown> }) => answer.body.data as Record<string, unknown>;
export const idOf = (answer: { body: Record<string, unknown> }) => String(dataOf(answer).id);
