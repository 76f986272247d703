import { FAILURE_REFILL_MS } from "../../session-service/baileys/shared/writers.ts";
import { ANA, BEN, OLGA } from "../../test/network/support/stage.ts";
import { SessionWorld } from "../../test/session/support/session-world.ts";
import { eventually } from "../../test/support/eventually.ts";
import { strictTable } from "../../test/support/strict-table.ts";
import { chanceFrom, pick } from "../chaos/chance.ts";
import { deepMessage, hostileMessage } from "./hostile-message.ts";
import { hostileAttributes, hostileStanza } from "./hostile-stanza.ts";
import { protoShapes } from "./proto-shapes.ts";
import { lengthField } from "./wire.ts";

/** The number of hostile messages between ordinary texts. Each text must arrive within `ARRIVES_MS`. */
const BATCH = 20;
const ARRIVES_MS = 20_000;
/**
 * How long each connection appears to have lasted when it breaks. After a shorter connection, the next connection would
 * be delayed by up to a minute.
 */
const LASTED_MS = 11_000;
/** The number of batches between reconnects. A new connection loads the journal. */
const RECONNECT_EVERY = 5;
/**
 * The number of batches between floods. In a flood, one person sends undecodable bytes: a field longer than the
 * message.
 */
const FLOOD_EVERY = 10;
const UNDECODABLE_BYTES = Buffer.from([0x0a, 0xff, 0xff, 0x7f]);
/**
 * Matches the places in a stack that detect bytes that aren't a message. All that can be done with such bytes is to
 * quarantine them.
 */
const UNDECODABLE = /protobufjs|WAProto|unpadRandomMax16/;
/** Matches the inbox's report of a failed job. */
const FAILED = /failed/;
/** A person who sends only ordinary texts. Senders of unreadable messages are asked for fewer copies. */
const CLEO = "15550001004";
const SHAPES = protoShapes();
const KINDS = SHAPES.get("Message") ?? [];

/** The result of a run, with a sentence for each broken promise. */
export interface FuzzReport {
  sent: number;
  findings: string[];
}

/**
 * Makes a stranger send hostile messages and stanzas of every kind to a linked number: in a chat, in a group, as
 * statuses and as channel posts. In between, ordinary texts are sent, each of which must arrive as an event. The same
 * seed sends the same messages.
 * @param options.from the number of the first message to send. @param options.flood how many consecutive undecodable
 * messages one person sends from time to time.
 */
export async function feedHostile(
  count: number,
  seed: number,
  { say = () => {}, from = 0, flood = 0 }: { say?: (line: string) => void; from?: number; flood?: number } = {},
): Promise<FuzzReport> {
  const world = await SessionWorld.create(strictTable);
  const findings: string[] = [];
  let sent = 0;
  try {
    await world.startTask();
    const instance = await world.addInstance();
    await world.link(instance, OLGA);
    const { sandbox } = world.stage;
    const arrives = async (text: string, after: string, from = CLEO): Promise<boolean> => {
      const { id } = await sandbox.write(from, { to: OLGA, text });
      const isThere = () => world.messages().some((message) => message.network_id === id && message.body === text);
      try {
        await eventually(`an ordinary text after ${after}`, isThere, ARRIVES_MS);
        return true;
      } catch (error) {
        findings.push(error instanceof Error ? error.message : String(error));
        return false;
      }
    };
    await sandbox.addPhone(CLEO, "Cleo");
    const ours = await world.send(instance, ANA, "A question");
    const first = await sandbox.write(ANA, { to: OLGA, text: "An answer" });
    const poll = await sandbox.write(ANA, { to: OLGA, poll: { name: "Tea?", options: ["a", "b"] } });
    await eventually("our message to go", () => world.message(ours).status !== "queued");
    const around = {
      ids: [world.message(ours).network_id ?? "", first.id, poll.id],
      addresses: [`${ANA}@s.whatsapp.net`, `${OLGA}@s.whatsapp.net`, `${BEN}@s.whatsapp.net`],
    };
    const rooms = await roomsOf(sandbox);
    // Send an ordinary text in each place first. Otherwise, hostile messages there would be dropped before being
    // parsed.
    for (const place of PLACES_READ) {
      await sendPlain(world, place, rooms);
      await eventually(`a plain text in a ${place}`, () =>
        world.messages().some(({ body }) => body === `in a ${place}`),
      );
    }

    for (let i = from; i < from + count && findings.length === 0; i++) {
      const what = await sendOne(world, seed, i, { around, rooms });
      sent++;
      if (flood > 0 && (i + 1) % (BATCH * FLOOD_EVERY) === BATCH / 2) await sendFlood(world, seed + i, flood);
      const isBatchFull = (i + 1) % BATCH === 0 || i === from + count - 1;
      if (isBatchFull && !(await arrives(`ordinary ${i}`, `number ${i - BATCH + 1} to ${i} (the last: ${what})`)))
        break;
      if ((i + 1) % (BATCH * RECONNECT_EVERY) === 0) {
        world.clock.moveTo(new Date(world.clock.now().getTime() + LASTED_MS));
        await sandbox.fault({ kind: "drop_connections" });
        await arrives(`after a new connection ${i}`, `a new connection behind number ${i}`);
        say(`${i + 1} sent, ${world.messages().length} stored`);
      }
      if (world.complaints.some(({ message }) => FAILED.test(message))) {
        findings.push(...failures(world).map((line) => `up to number ${i}: ${line}`));
      }
    }
    // Ordinary texts from a sender of garbage must still become readable, no later than when that sender writes again.
    // Every ten seconds, each sender tries another message. Once a message can be read, copies of the other messages
    // are requested.
    for (const writer of [ANA, BEN]) {
      const { id } = await sandbox.write(writer, { to: OLGA, text: `a text of ${writer}` });
      const isThere = () => world.messages().some(({ network_id }) => network_id === id);
      await eventually("it to arrive", isThere, FAILURE_REFILL_MS).catch(() => {});
      await arrives(`another text of ${writer}`, "their own garbage", writer);
      await eventually("their first text to come as a copy", isThere, ARRIVES_MS);
    }
    findings.push(...wrongRecords(world), ...quarantinedIn(world));
  } catch (error) {
    findings.push(
      `number ${from + sent} could not be sent: ${String(error)} ${error instanceof Error ? String(error.cause ?? "") : ""} ${world.stage.network.log().slice(-1_500)}`,
    );
  } finally {
    await world.tearDown();
  }
  return { sent, findings };
}

const failures = ({ complaints }: SessionWorld) => [
  ...new Set(complaints.filter(({ message }) => FAILED.test(message)).map((one) => JSON.stringify(one).slice(0, 400))),
];

async function sendPlain(world: SessionWorld, place: Place, rooms: Rooms): Promise<void> {
  const text = lengthField(1, Buffer.from(`in a ${place}`));
  await world.stage.sandbox.request("POST", `/phones/${ANA}/forged`, {
    to: OLGA,
    ...inPlace(place, ANA, rooms, text, 1),
  });
}

async function sendOne(
  world: SessionWorld,
  seed: number,
  i: number,
  { around, rooms }: { around: { ids: string[]; addresses: string[] }; rooms: Rooms },
): Promise<string> {
  const chance = chanceFrom(seed * 1_000_003 + i);
  const writer = pick(chance, [ANA, ANA, BEN]);
  const send = (body: Record<string, unknown>) =>
    world.stage.sandbox.request("POST", `/phones/${writer}/forged`, { to: OLGA, ...body });
  if (chance() < 0.2) {
    const stanza = hostileStanza(chance, around.ids);
    await send({ ...stanza });
    return `a ${stanza.tag}`;
  }
  const kind = KINDS[i % KINDS.length];
  if (!kind) throw new Error("The protocol has no messages.");
  const isDeep = chance() < 0.01;
  const bytes = isDeep
    ? deepMessage(SHAPES, pick(chance, [6, 100, 3_000, 30_000]))
    : hostileMessage(SHAPES, kind, around, chance);
  const padding = 1 + Math.floor(chance() * 15);
  const isBare = chance() < 0.02;
  const attributes = chance() < 0.3 ? hostileAttributes(chance) : {};
  const place = pick(chance, PLACES);
  const written = inPlace(place, writer, rooms, bytes, isBare ? 0 : padding);
  await send({ ...written, attributes: { ...attributes, ...written.attributes } });
  return `${kind.name} in a ${place}`;
}

type Place = "chat" | "group" | "status" | "channel";
/** The places to send messages to. A place listed several times is chosen more often. */
const PLACES: readonly Place[] = ["chat", "chat", "chat", "group", "group", "status", "channel"];
/** Places whose texts become messages. Statuses and channel posts must be ignored, whatever they contain. */
const PLACES_READ: readonly Place[] = ["chat", "group"];

/** Creates the body for `POST /phones/{phone}/forged`. Channel posts are neither encrypted nor padded. */
function inPlace(place: Place, writer: string, rooms: Rooms, bytes: Buffer, padding: number) {
  const attributes = attributesOf(place, writer, rooms);
  if (place === "channel") {
    return { attributes, content: [{ tag: "plaintext", attributes: {}, bytes: bytes.toString("base64") }] };
  }
  return { attributes, clear: Buffer.concat([bytes, Buffer.alloc(padding, padding)]).toString("base64") };
}

interface Rooms {
  group: string;
  channel: string;
}

/** Creates a group and a channel that the number belongs to. */
async function roomsOf(sandbox: SessionWorld["stage"]["sandbox"]): Promise<Rooms> {
  const made = async (path: string, body: object) =>
    (await sandbox.request<{ chat_id: string }>("POST", path, body)).chat_id;
  const group = await made("/groups", { subject: "Tea", owner: ANA, participants: [OLGA, BEN] });
  const channel = await made("/channels", { name: "News", owner: ANA, followers: [OLGA] });
  return { group, channel };
}

/** Returns the attributes of a message's stanza, which identify the place and the sender. */
function attributesOf(place: Place, writer: string, { group, channel }: Rooms): Record<string, string> {
  const participant = `${writer}@s.whatsapp.net`;
  switch (place) {
    case "chat":
      return {};
    case "group":
      return { from: group, participant };
    case "status":
      return { from: "status@broadcast", participant };
    case "channel":
      return { from: channel, server_id: "101" };
  }
}

async function sendFlood(world: SessionWorld, seed: number, count: number): Promise<void> {
  const writer = pick(chanceFrom(seed), [ANA, BEN]);
  const clear = Buffer.concat([UNDECODABLE_BYTES, Buffer.from([1])]).toString("base64");
  for (let n = 0; n < count; n++)
    await world.stage.sandbox.request("POST", `/phones/${writer}/forged`, { to: OLGA, clear });
}

/** Returns quarantined jobs in which parsing or storing threw an error, except those whose bytes weren't a message. */
function quarantinedIn(world: SessionWorld): string[] {
  const rows = world.table
    .all()
    .filter(({ pk, kind, stack }) => pk.endsWith("#ASIDE") && kind !== undefined && !UNDECODABLE.test(String(stack)));
  return rows.map((row) => `quarantined: ${JSON.stringify({ ...row, input: undefined }).slice(0, 600)}`);
}

/** Returns stored times and ids that are impossible. */
function wrongRecords(world: SessionWorld): string[] {
  return world.messages().flatMap(({ id, network_id, written_at, edited_at, deleted_at, reactions }) => {
    const times = [written_at, edited_at, deleted_at, ...(reactions ?? []).map(({ at }) => at)];
    const latest = world.clock.now().getTime() + 86_400_000;
    const isWrong = (time: string | null) =>
      time !== null && !(Date.parse(time) >= Date.UTC(2009) && Date.parse(time) <= latest);
    return [
      ...times.filter(isWrong).map((time) => `${id} has the time ${time}`),
      ...((network_id ?? "").length > 200 ? [`${id} has a network id of ${network_id?.length} characters`] : []),
    ];
  });
}
