import type { Item, Table, Write } from "../../../core/store/table.ts";
import type { BroadcastPlay } from "./broadcast-model.ts";
import { changing, fieldOf, withoutClaims } from "./instance-mutations.ts";
import type { Tampering, WEATHER } from "./lane-sim.ts";
import { passing } from "./lane-tampering.ts";

/** A broken broadcast rule, with the play and weather in which the model must detect it. */
interface BroadcastMutation {
  title: string;
  weather: keyof typeof WEATHER;
  play: BroadcastPlay;
  mistakes: Tampering;
  /** The seed to start with, for a mistake that rarely shows up. */
  from?: number;
}

const isSent = ({ sk }: { sk: string }) => sk.startsWith("SENT#");
const isPage = ({ sk }: { sk: string }) => sk.includes("#PAGE#");
const isStart = (writes: Write[]) => writes.some((write) => "put" in write && isSent(write.put));
const isDrop = ([row, ...others]: Write[]) =>
  row !== undefined && "delete" in row && row.delete.sk.endsWith("~") && others.every((write) => "check" in write);
const isRowCheck = (write: Write) => "check" in write && write.check.pk.endsWith("#LANE");

/** Hides from the table's readers that a message comes from a broadcast, so it looks like any other message. */
const ORIGINS_HIDDEN: Tampering = {
  table: (table): Table => ({
    ...passing(table),
    getMany: async (keys) =>
      (await table.getMany(keys)).map(
        (item): Item => (item.origin === "broadcast" ? { ...item, origin: "api" } : item),
      ),
  }),
};

export const BROADCAST_MUTATIONS: BroadcastMutation[] = [
  {
    title: "a start that asks neither whether the person has it nor whether the limits are as read",
    weather: "faults",
    play: { people: 4, runners: 2 },
    mistakes: withoutClaims((place, claim) => isSent(place) || fieldOf(claim) === "rev", isStart),
    from: 4_589,
  },
  {
    title: "a start that does not ask whether the broadcast goes on",
    weather: "calm",
    play: { people: 6, orders: 5 },
    mistakes: changing((writes) => (isStart(writes) ? writes.filter((write) => !isRowCheck(write)) : writes)),
  },
  {
    title: "a start that does not ask whether its person opted out",
    weather: "calm",
    play: { people: 4, answers: 5 },
    mistakes: withoutClaims((_place, claim) => fieldOf(claim) === "opted_out_ms", isStart),
  },
  {
    title: "a start that does not ask whether its person is somebody else by now",
    weather: "calm",
    play: { people: 4, pairs: 3 },
    mistakes: withoutClaims((_place, claim) => fieldOf(claim) === "private_id", isStart),
    from: 687,
  },
  {
    title: "a state that is written over any other",
    weather: "calm",
    play: { people: 4, answers: 6 },
    mistakes: withoutClaims(isPage),
    from: 550,
  },
  {
    title: "an outcome that leaves the state as it was",
    weather: "calm",
    play: { people: 4 },
    mistakes: changing((writes) => writes.filter((write) => !("update" in write && isPage(write.update)))),
  },
  {
    title: "a message of a broadcast that begins while another is on its way",
    weather: "faults",
    play: { people: 6, orders: 5 },
    mistakes: ORIGINS_HIDDEN,
    from: 1_280,
  },
  {
    title: "a pause that leaves the row",
    weather: "calm",
    play: { people: 6, orders: 5 },
    mistakes: changing((writes) => writes.filter((write) => !("delete" in write && write.delete.sk.endsWith("~")))),
  },
  {
    title: "a row that leads to nothing and is taken away although its broadcast was resumed just now",
    weather: "calm",
    play: { people: 6, orders: 5 },
    mistakes: withoutClaims(() => true, isDrop),
    from: 4_300,
  },
];
