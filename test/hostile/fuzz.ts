import { chanceFrom, pick } from "../chaos/chance.ts";
import { ANA, BEN, OLGA } from "../network/support/stage.ts";
import { SessionWorld } from "../session/support/session-world.ts";
import { eventually } from "../support/eventually.ts";
import { strictTable } from "../support/strict-table.ts";
import { deepMessage, hostileMessage } from "./hostile-message.ts";
import { hostileAttributes, hostileStanza } from "./hostile-stanza.ts";
import { protoShapes } from "./proto-shapes.ts";

/** So many hostile ones, then an ordinary text, which must arrive. */
const BATCH = 5;
/** So many batches, then a new connection: it reads the journal. */
const RECONNECT_EVERY = 20;
/** Where bytes that are no message at all are found to be none: nothing but setting them aside can be done with those. */
const UNDECODABLE = /protobufjs|WAProto|unpadRandomMax16/;
/** What the inbox says of a job that it could not do. */
const FAILED = /failed/;
const SHAPES = protoShapes();
const KINDS = SHAPES.get("Message") ?? [];

/** A sentence for each thing that did not hold. */
export interface FuzzReport {
  sent: number;
  findings: string[];
}

/**
 * A stranger sends a linked number hostile messages and stanzas of every kind, and ordinary texts in between, each of
 * which must arrive as an event. The same seed sends the same again; number `from` is the first sent.
 */
export async function feedHostile(
  count: number,
  seed: number,
  say: (line: string) => void = () => {},
  from = 0,
): Promise<FuzzReport> {
  const world = await SessionWorld.create(strictTable);
  const findings: string[] = [];
  let sent = 0;
  try {
    await world.startTask();
    const instance = await world.addInstance();
    await world.link(instance, OLGA);
    const { sandbox } = world.stage;
    const arrives = async (text: string, after: string): Promise<boolean> => {
      const { id } = await sandbox.write(ANA, { to: OLGA, text });
      const isThere = () => world.messages().some((message) => message.network_id === id && message.body === text);
      try {
        await eventually(`an ordinary text after ${after}`, isThere, 30_000);
        return true;
      } catch (error) {
        findings.push(error instanceof Error ? error.message : String(error));
        return false;
      }
    };
    const ours = await world.send(instance, ANA, "A question");
    const first = await sandbox.write(ANA, { to: OLGA, text: "An answer" });
    const poll = await sandbox.write(ANA, { to: OLGA, poll: { name: "Tea?", options: ["a", "b"] } });
    await eventually("our message to go", () => world.message(ours).status !== "queued");
    const around = {
      ids: [world.message(ours).network_id ?? "", first.id, poll.id],
      addresses: [`${ANA}@s.whatsapp.net`, `${OLGA}@s.whatsapp.net`, `${BEN}@s.whatsapp.net`],
    };

    for (let i = from; i < from + count && findings.length === 0; i++) {
      const what = await sendOne(world, seed, i, around);
      sent++;
      const isBatchFull = (i + 1) % BATCH === 0 || i === from + count - 1;
      if (isBatchFull && !(await arrives(`ordinary ${i}`, `number ${i - BATCH + 1} to ${i} (the last: ${what})`)))
        break;
      if ((i + 1) % (BATCH * RECONNECT_EVERY) === 0) {
        await sandbox.fault({ kind: "drop_connections" });
        await arrives(`after a new connection ${i}`, `a new connection behind number ${i}`);
        say(`${i + 1} sent, ${world.messages().length} stored`);
      }
      if (world.complaints.some(({ message }) => FAILED.test(message))) {
        findings.push(...failures(world).map((line) => `up to number ${i}: ${line}`));
      }
    }
    findings.push(...wrongRecords(world), ...setAside(world));
  } catch (error) {
    findings.push(
      `number ${from + sent} could not be sent: ${String(error)} ${world.stage.network.log().slice(-1_500)}`,
    );
  } finally {
    await world.tearDown();
  }
  return { sent, findings };
}

const failures = ({ complaints }: SessionWorld) => [
  ...new Set(complaints.filter(({ message }) => FAILED.test(message)).map((one) => JSON.stringify(one).slice(0, 400))),
];

async function sendOne(
  world: SessionWorld,
  seed: number,
  i: number,
  around: { ids: string[]; addresses: string[] },
): Promise<string> {
  const chance = chanceFrom(seed * 1_000_003 + i);
  const send = (body: Record<string, unknown>) =>
    world.stage.sandbox.request("POST", `/phones/${pick(chance, [ANA, ANA, BEN])}/forged`, { to: OLGA, ...body });
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
  const clear = isBare ? bytes : Buffer.concat([bytes, Buffer.alloc(padding, padding)]);
  const attributes = chance() < 0.3 ? hostileAttributes(chance) : {};
  await send({ clear: clear.toString("base64"), attributes });
  return kind.name;
}

/** Jobs in the quarantine: a reader or a store that threw, for other reasons than that its bytes are no message. */
function setAside(world: SessionWorld): string[] {
  const rows = world.table
    .all()
    .filter(({ pk, kind, stack }) => pk.endsWith("#ASIDE") && kind !== undefined && !UNDECODABLE.test(String(stack)));
  return rows.map((row) => `set aside: ${JSON.stringify({ ...row, input: undefined }).slice(0, 600)}`);
}

/** Stored times and ids that could not be. */
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
