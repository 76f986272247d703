import { readFileSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { endHere, undoMove } from "../../../core/operations/moving/move-away.ts";
import { prepareMovePlace } from "../../../core/operations/moving/take-move.ts";
import { type MoveRecord, moveRecords } from "../../../core/records/gateway-move.ts";
import { keys } from "../../../core/store/keys.ts";
import { bucketOf } from "../../../core/store/lane-names.ts";
import { refuseMovedTable } from "../../../local/system/refuse-moved.ts";
import { KEY, Move, Side } from "./move-world.ts";

/** More writes than any step of a move needs in these tests. */
const STEPS_MAX = 60;

let move: Move;
let account: string;
let instances: string[];
let place: string;

async function begin() {
  move = new Move();
  ({ account, instances, place } = await move.prepare());
}

const start = (side: Side, shards: number) => refuseMovedTable(side.table, shards, () => {});
const allOf = (side: Side) => instances.map((id) => side.runs(account, id));
const IDENTITY_KEY = { pk: "ACC#identity", sk: "DATAKEY" };
const OWN_USER = { iss: "urn:this-machine", sub: "its-own" };
const OPEN = { isFound: true, status: "active" };

/** Runs a step that dies before each of its writes in turn, in a new world each time. */
async function atEachWrite(
  side: (of: Move) => Side,
  step: () => Promise<unknown>,
  afterwards: () => Promise<void>,
): Promise<number> {
  for (let write = 0; write < STEPS_MAX; write++) {
    await begin();
    if (side(move) === move.target) await move.out(place);
    side(move).dieBefore(write);
    const isKilled = await step().then(
      () => false,
      (error: Error) => error.message === "killed",
    );
    side(move).dieBefore(Number.POSITIVE_INFINITY);
    if (!isKilled) return write;
    await afterwards();
  }
  throw new Error("It never got to its end.");
}

describe("a move to another gateway", () => {
  beforeEach(begin);

  it("brings everything, sealed under the other side's key, and closes the old side for good", async () => {
    expect(await move.out(place)).toMatchObject({ files: 2 });
    expect(await move.in()).toEqual([account]);

    expect(allOf(move.target)).toEqual([OPEN, OPEN]);
    for (const id of instances) {
      expect(move.target.peek(keys.shardInstance(bucketOf(id, 7), id).pk, id)).toMatchObject({ account_id: account });
      expect(move.target.table.peek(keys.sending(id))?.shard).toBe(bucketOf(id, 7));
    }
    const key = move.target.peek(`ACC#${account}`, "DATAKEY")?.wrapped as Uint8Array;
    expect(Buffer.from(key).toString()).toBe(`target:ACC#${account}:the data key`);
    expect(move.target.files).toEqual(move.from.files);
    expect(move.target.peek("INST#x#LANE", "R#msg")).toEqual({
      pk: "INST#x#LANE",
      sk: "R#msg",
      gsi1pk: "PUT#1",
      gsi1sk: "now",
      bytes: expect.anything(),
    });
    expect(allOf(move.from)).toEqual(instances.map(() => ({ isFound: false, status: "suspended" })));
    await expect(start(move.from, 4)).rejects.toThrow(/has moved to the place plc_.* can never run here again/);
    await expect(start(move.target, 7)).resolves.toBeUndefined();
  });

  it("leaves behind what belongs to the deployment, and what has expired", async () => {
    const wrapped = (side: Side) => side.whole.dataKeys.wrap("ACC#identity", Buffer.from(side.name));
    for (const side of [move.from, move.target]) {
      await side.table.write({ put: { ...IDENTITY_KEY, wrapped: await wrapped(side) } });
    }

    await move.out(place);
    await move.in();

    // The secrets of the sign-in provider are sealed under this key. They aren't moved.
    expect(Buffer.from(move.target.table.peek(IDENTITY_KEY)?.wrapped as Uint8Array)).toEqual(
      await wrapped(move.target),
    );
    expect(move.target.peek("SESSION#1", "SESSION")).toBeNull();
    expect(move.target.table.peek(keys.apiKey("old"))).toBeNull();
    expect(move.target.table.peek(keys.move())).toBeNull();
    expect(move.target.table.peek(keys.shardCount())?.count).toBe(7);
  });

  it("ends in one place, once: no copy of its archive opens anywhere else", async () => {
    await move.out(place);
    await move.in();

    await expect(move.in()).rejects.toThrow("has already imported an archive");
    const other = new Side("other");
    await prepareMovePlace(other);
    await expect(move.in(other)).rejects.toThrow(/for the place .* and this is the place/);
    await expect(move.in(new Side("unnamed"))).rejects.toThrow("Run: import prepare");
    await expect(move.out("plc_2")).rejects.toThrow(`add --instead-of ${place}`);
  });

  it("goes to another place if the first one is lost, and then not to the first", async () => {
    await move.out(place);
    const first = readFileSync(move.path);
    const other = new Side("other");
    const another = await prepareMovePlace(other);

    await move.out(another, place);
    await move.in(other);

    expect(allOf(other)).toEqual([OPEN, OPEN]);
    writeFileSync(move.path, first);
    await expect(move.in(other)).rejects.toThrow("The archive is for the place");
  });

  it("ends only where nothing is", async () => {
    await expect(prepareMovePlace(move.from)).rejects.toThrow(/has the instance inst_.* A move needs an empty gateway/);
    await move.target.fill();
    await move.out(place);
    await expect(move.in()).rejects.toThrow("A move needs an empty gateway");
  });

  it("ends on a machine whose only user is its own, who is gone before the archive arrives", async () => {
    const machine = new Side("machine");
    const own = await machine.seat(OWN_USER);
    await expect(prepareMovePlace(machine)).rejects.toThrow("has people here"); // on AWS everyone is somebody
    await move.out(await prepareMovePlace(machine, OWN_USER));

    await expect(move.in(machine)).rejects.toThrow("has people here");
    expect(await move.onMachine(machine, own, OWN_USER)).toEqual([account]);

    const left = machine.table.all().filter(({ pk, sk }) => /^(USER|SUB)#|#USER$/.test(pk) || sk === "ADMINS");
    expect(left).toEqual([]);
  });

  it("doesn't end on a machine that somebody else uses as well", async () => {
    const machine = new Side("machine");
    const own = await machine.seat(OWN_USER);
    await move.out(await prepareMovePlace(machine, OWN_USER));
    await machine.seat({ iss: OWN_USER.iss, sub: "ana" }, own);

    await expect(move.onMachine(machine, own, OWN_USER)).rejects.toThrow("has people here");
  });

  it("leaves either the old side whole or an archive that can be finished, wherever an export is killed", async () => {
    let went = 0;
    const writes = await atEachWrite(
      ({ from }) => from,
      () => move.out(place),
      async () => {
        await expect(move.in()).rejects.toThrow();
        await start(move.from, 4);
        expect(allOf(move.from)).toEqual([OPEN, OPEN]);
        await move.out(place);
        await move.in();
        expect(allOf(move.target)).toEqual([OPEN, OPEN]);
        went++;
      },
    );
    expect(writes).toBeGreaterThan(5);
    expect(went).toBe(writes);
  });

  it("can be written again once the old side is closed, because the archive may be lost", async () => {
    await move.out(place);
    writeFileSync(move.path, "");
    await expect(start(move.from, 4)).rejects.toThrow(`export --to ${place}`);

    await move.out(place);
    await move.in();

    expect(allOf(move.target)).toEqual([OPEN, OPEN]);
  });

  it("starts nothing where an import was killed, and an import that is repeated is whole", async () => {
    const writes = await atEachWrite(
      ({ target }) => target,
      () => move.in(),
      async () => {
        const phase = move.target.table.peek(keys.movePlace())?.phase;
        if (phase !== "ready")
          await expect(start(move.target, 7)).rejects.toThrow("An import into this gateway was interrupted");
        await move.in();
        expect(allOf(move.target)).toEqual([OPEN, OPEN]);
        expect(move.target.peek("INST#x#LANE", "R#msg")).toMatchObject({ gsi1pk: "PUT#1", gsi1sk: "now" });
        await start(move.target, 7);
      },
    );
    expect(writes).toBeGreaterThan(10);
  });

  it("doesn't close again what was opened, changed and imported again after a kill", async () => {
    const isOpen = () => move.target.runs(account, instances[0] ?? "").isFound;
    for (let write = 0; !isOpen(); write++) {
      await begin();
      await move.out(place);
      move.target.dieBefore(write);
      await expect(move.in()).rejects.toThrow("killed");
      move.target.dieBefore(Number.POSITIVE_INFINITY);
    }
    const [one = ""] = instances;
    await move.target.table.write({ update: keys.instance(one), set: { name: "Changed since" } });

    await move.in();

    expect(move.target.table.peek(keys.instance(one))?.name).toBe("Changed since");
  });

  it("is given up before its last step, and not after", async () => {
    move.from.dieBefore(3);
    await expect(move.out(place)).rejects.toThrow("killed");
    expect(await undoMove(move.from.table, 4)).toBe(true);
    expect(await undoMove(move.from.table, 4)).toBe(false);
    expect(allOf(move.from)).toEqual([OPEN, OPEN]);

    await move.out(place);
    await expect(undoMove(move.from.table, 4)).rejects.toThrow("has moved to the place");
  });

  it("never becomes whole once it is being given up, wherever that dies", async () => {
    for (let step = 0; step <= STEPS_MAX; step++) {
      await begin();
      move.from.dieBefore(3);
      await expect(move.out(place)).rejects.toThrow("killed");
      const begun = (await moveRecords.read(move.from.table)) as MoveRecord;
      move.from.dieBefore(step);
      const isDone = await undoMove(move.from.table, 4).catch(() => false);
      move.from.dieBefore(Number.POSITIVE_INFINITY);
      if (step > 0) await expect(endHere(move.from, begun)).rejects.toThrow("was cancelled");
      if (isDone) return;
      if (step > 0) await expect(move.out(place)).rejects.toThrow("export undo");
      expect(await undoMove(move.from.table, 4)).toBe(true);
      expect(allOf(move.from)).toEqual([OPEN, OPEN]);
    }
    throw new Error("It was never done.");
  });

  it("keeps a suspended account suspended", async () => {
    await move.from.table.write({ update: keys.account(account), set: { status: "suspended" } });
    await move.out(place);
    await move.in();

    expect(move.target.table.peek(keys.account(account))).toMatchObject({ status: "suspended" });
    expect(move.target.table.peek(keys.account(account))?.moving).toBeUndefined();
  });
});

describe("an archive", () => {
  beforeEach(async () => {
    await begin();
    await move.out(place);
  });

  it("shows nothing of what it holds", () => {
    const bytes = readFileSync(move.path);
    for (const secret of ["the data key", "Shop", instances[0] ?? ""]) expect(bytes.includes(secret)).toBe(false);
  });

  it.each([
    [
      "another key",
      (bytes: Buffer) => bytes,
      "can't be decrypted with this key",
      Buffer.from("another passphrase, long"),
    ],
    ["a changed byte", (bytes: Buffer) => flip(bytes, bytes.length - 400_000), "It was changed", KEY],
    [
      "a changed first line",
      (bytes: Buffer) => swap(bytes, '"gateway_version":"1"', '"gateway_version":"2"'),
      "this key",
      KEY,
    ],
    ["its end missing", (bytes: Buffer) => bytes.subarray(0, -60), "truncated", KEY],
    ["no archive at all", () => Buffer.from("PK nothing"), "not an archive that this version", KEY],
    ["something behind its end", (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0])]), "truncated", KEY],
  ])("is refused with %s, and nothing is put", async (_, change, says, key) => {
    writeFileSync(move.path, change(readFileSync(move.path)));

    await expect(move.in(move.target, move.path, key)).rejects.toThrow(says);

    expect(move.target.table.peek(keys.movePlace())).toMatchObject({ phase: "ready" });
  });
});

function flip(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

const swap = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(bytes.toString("latin1").replace(from, to), "latin1");
