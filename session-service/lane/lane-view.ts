import type { InstanceRecord } from "../../core/contracts/instance.ts";
import type { PaceRecord } from "../../core/contracts/person.ts";
import { type Heads, SEND_QUEUES } from "../../core/domain/pacing.ts";
import type { LaneRow } from "../../core/lanes/lane.ts";
import { keys } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import type { Item, Key, Table } from "../../core/store/table.ts";

/** A short lane is read in one page; a longer one by the first row of each queue, whatever its length. */
const PAGE = 40;
const LOOKS_AT_ONCE = 25;
/** How far a queue is read past rows whose files are not ready yet. */
const ROWS_OF_A_QUEUE = 5;

/** What one look at an instance's lane shows. */
export interface LaneView {
  /** "Look again" rows, oldest first. */
  looks: LaneRow[];
  /** The first row of each queue that could go; a row whose file is not ready holds up nobody. */
  heads: Heads;
  /** Rows whose files must be fetched, converted and uploaded before their turn, in order. */
  unprepared: LaneRow[];
  pace: PaceRecord;
  removed: boolean;
  /** The instance's shard; null: its record is gone. */
  shard: number | null;
  /** The instance's fence now: another than the session's means that another task has taken over. */
  fence: number;
}

/** Reads the lane, its policy state, whether the instance still exists and whose it is; all strongly consistent. */
export async function readLane(table: Table, instance: string): Promise<LaneView> {
  const lane = instanceLane(instance);
  const places = { pace: keys.pace(instance), record: keys.instance(instance), fence: keys.fence(instance) };
  const [page, about] = await Promise.all([
    table.query({ pk: lane, limit: PAGE }),
    table.getMany(Object.values(places)),
  ]);
  const find = ({ sk }: Key) => about.find((item) => item.sk === sk); // all three lie in the instance's partition
  const record = find(places.record) as InstanceRecord | undefined; // written by the instance operations
  const rows = page.more ? await readHeads(table, lane) : page.items;
  return {
    ...sorted(rows as LaneRow[]),
    pace: (find(places.pace) ?? { rev: 0 }) as unknown as PaceRecord, // a PACE row
    removed: record === undefined || record.removed_at !== null,
    shard: record?.shard ?? null,
    fence: Number(find(places.fence)?.fence ?? 0),
  };
}

async function readHeads(table: Table, lane: string): Promise<Item[]> {
  const heads = [...SEND_QUEUES, "S"].map((queue) =>
    table.query({ pk: lane, prefix: `${queue}#`, limit: ROWS_OF_A_QUEUE }),
  );
  const looks = table.query({ pk: lane, prefix: "C#", limit: LOOKS_AT_ONCE });
  return (await Promise.all([looks, ...heads])).flatMap((answer) => answer.items);
}

function sorted(rows: LaneRow[]): Pick<LaneView, "looks" | "heads" | "unprepared"> {
  const heads: Heads = {};
  const looks: LaneRow[] = [];
  const unprepared: LaneRow[] = [];
  for (const row of rows) {
    const queue = row.sk.slice(0, row.sk.indexOf("#"));
    if (queue === "C") looks.push(row);
    else if (queue === "S") heads.S ??= row;
    else if (queue === "R" || queue === "K" || queue === "F") {
      if (row.needs_prepare === true) unprepared.push(row);
      else heads[queue] ??= row;
    }
  }
  return { looks, heads, unprepared };
}
