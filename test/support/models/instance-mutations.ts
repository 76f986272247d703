import { SLOT_FIELDS } from "../../../core/records/slot-fields.ts";
import type { Claim, Item, Table, Write } from "../../../core/store/table.ts";
import { someWrites } from "../some-writes.ts";
import type { InstanceTampering } from "./instance-model.ts";
import type { Tampering, WEATHER } from "./lane-sim.ts";
import { passing } from "./lane-tampering.ts";
import { someFiles } from "./model-files.ts";
import { type PeopleOf, twoFormPeople } from "./model-people.ts";

/** A broken rule of the instance lane, with the weather in which the model must detect it. */
interface InstanceMutation {
  title: string;
  weather: keyof typeof WEATHER;
  mistakes: InstanceTampering;
  /** A seed that reveals the mistake, if it rarely shows up. */
  seen?: number;
  /** Creates the people. By default, each has one number. */
  peopleOf?: PeopleOf;
  /** Creates the messages' contents. By default, all are texts. */
  filesOf?: typeof someFiles;
}

type Touched = { pk: string; sk: string };
const placeOf = (write: Write): Touched =>
  "put" in write ? write.put : "update" in write ? write.update : "delete" in write ? write.delete : write.check;
/** Returns the field that a claim refers to, or null if it refers to the item as a whole. */
export const fieldOf = (claim: Claim) => ("field" in claim ? claim.field : null);
const isMessage = (place: Touched) => place.pk.endsWith("#MSG");
const isCancel = (writes: Write[]) =>
  writes.some((write) => "update" in write && write.set?.error_code === "cancelled");
const isStart = (writes: Write[]) => writes.some((write) => "update" in write && write.set?.step === "sending");

/** Whether a transaction merges two people into one, and whether it moves a message that is waiting for them. */
const isMerge = (writes: Write[]) => writes.some((write) => "update" in write && write.set?.merged_into !== undefined);
const isMove = (writes: Write[]) =>
  writes.some((write) => "update" in write && isMessage(write.update) && write.set?.person !== undefined);
const isPerson = (place: Touched) => place.pk.endsWith("#PERSON");

const isFreeing = (write: Write) =>
  "update" in write && write.remove?.some((field) => SLOT_FIELDS.includes(field)) === true;

/** Wraps the table so that transactions are changed before they take effect. */
export const changing = (change: (writes: Write[]) => Write[]): Tampering => ({
  table: (table): Table => ({
    get: (key) => table.get(key),
    getMany: (keys) => table.getMany(keys),
    query: (range) => table.query(range),
    write: (write) => table.write(write),
    transact: (writes) => table.transact(someWrites(change(writes))),
  }),
});

/** Drops the selected claims. @param when selects the transactions. */
export const withoutClaims = (
  which: (place: Touched, claim: Claim) => boolean,
  when = (_: Write[]) => true,
): Tampering =>
  changing((writes) =>
    when(writes)
      ? writes.map(
          (write) => ({ ...write, if: (write.if ?? []).filter((claim) => !which(placeOf(write), claim)) }) as Write,
        )
      : writes,
  );

/** Makes two loops of the same task work the lane in parallel. */
export const TWO_LOOPS: InstanceTampering = { runners: 2 };

/** Wraps the table so that chats never learn about sent messages. */
const CHATS_UNTOLD: Tampering = {
  table: (table): Table => ({
    get: (key) => table.get(key),
    getMany: (keys) => table.getMany(keys),
    query: (range) => table.query(range),
    write: async (write) => (placeOf(write).pk.endsWith("#PERSON") ? null : table.write(write)),
    transact: (writes) => table.transact(writes),
  }),
};

export const INSTANCE_MUTATIONS: InstanceMutation[] = [
  {
    title: "an outcome that does not tell the chat",
    weather: "calm",
    mistakes: CHATS_UNTOLD,
  },
  {
    title: "a message that counts in its chat as it was read",
    seen: 47,
    weather: "calm",
    mistakes: withoutClaims((place) => place.pk.endsWith("#PERSON")),
  },
  {
    title: "a start that does not look whether the slot is free",
    seen: 102,
    weather: "faults",
    mistakes: { ...TWO_LOOPS, ...withoutClaims((place) => place.sk === "SENDING", isStart) },
  },
  {
    title: "a start without the row's and the message's conditions",
    seen: 416,
    weather: "faults",
    mistakes: {
      ...TWO_LOOPS,
      ...withoutClaims(
        (place, claim) => isMessage(place) || place.pk.endsWith("#LANE") || fieldOf(claim) === "rev",
        isStart,
      ),
    },
  },
  {
    title: "a take-over that waits to be woken",
    seen: 31,
    weather: "faults",
    mistakes: { looksAtTakeOver: false },
  },
  {
    title: "a task that was taken over from and keeps the wake-ups it takes",
    seen: 63,
    weather: "calm",
    mistakes: { handsBack: false },
  },
  {
    title: "an acceptance that does not notice that the person wrote meanwhile",
    seen: 1_066,
    weather: "calm",
    mistakes: withoutClaims((_place, claim) => fieldOf(claim) === "last_in_at"),
  },
  {
    title: "a person whose writing wakes nobody",
    weather: "calm",
    mistakes: changing((writes) => writes.filter((write) => !("put" in write && write.put.sk.startsWith("C#")))),
  },
  {
    title: "a cancel that does not ask whether the message has begun",
    seen: 60,
    weather: "calm",
    mistakes: withoutClaims((place) => isMessage(place) || place.pk.endsWith("#LANE"), isCancel),
  },
  {
    title: "a start that goes on with the text it read",
    seen: 312,
    weather: "calm",
    mistakes: withoutClaims((_place, claim) => fieldOf(claim) === "text_version", isStart),
  },
  {
    title: "an outcome that leaves the slot taken",
    weather: "calm",
    mistakes: changing((writes) => writes.filter((write) => !isFreeing(write))),
  },
  {
    title: "an outcome that frees the first slot, whichever its message has",
    weather: "calm",
    mistakes: changing((writes) =>
      writes.map((write) => (isFreeing(write) ? { ...write, remove: ["slot", "slot_chat"], if: [] } : write)),
    ),
  },
  {
    title: "a task that takes a message in a slot for ended without having seen its end",
    weather: "calm",
    mistakes: { believesEnds: true },
  },
  {
    title: "a message that is given back unanswered and forgets that it may have gone under its id",
    seen: 607,
    weather: "faults",
    mistakes: changing((writes) =>
      writes.map((write) =>
        "update" in write && isMessage(write.update) && write.set?.step === "waiting"
          ? { ...write, set: { ...write.set, network_id: null, network_chat: null, network_bytes: null } }
          : write,
      ),
    ),
  },
  {
    title: "a start that notes another chat than its message's",
    weather: "calm",
    mistakes: changing((writes) =>
      writes.map((write) => {
        if (!("update" in write) || write.update.sk !== "SENDING" || !isStart(writes)) return write;
        const chats = SLOT_FIELDS.filter((field) => field.endsWith("_chat") && write.set?.[field] !== undefined);
        return { ...write, set: { ...write.set, ...Object.fromEntries(chats.map((field) => [field, "elsewhere"])) } };
      }),
    ),
  },
  {
    title: "a task that knows of the first slot only",
    seen: 243,
    weather: "calm",
    mistakes: {
      table: (table): Table => ({
        ...passing(table),
        get: async (key) => {
          const item = await table.get(key);
          if (item === null || key.sk !== "SENDING") return item;
          const others = SLOT_FIELDS.filter((field) => field.startsWith("slot_") && field !== "slot_chat");
          return Object.fromEntries(Object.entries(item).filter(([field]) => !others.includes(field))) as Item; // less than it was
        },
      }),
    },
  },
  {
    title: "a message that moves to the network's form without its count",
    weather: "calm",
    peopleOf: twoFormPeople,
    mistakes: changing((writes) => (isMove(writes) ? writes.filter((write) => !isPerson(placeOf(write))) : writes)),
  },
  {
    title: "a message that moves to the network's form and goes to the one that was asked for",
    weather: "calm",
    peopleOf: twoFormPeople,
    mistakes: changing((writes) =>
      writes.map((write) =>
        "update" in write && isMessage(write.update) && isMove(writes)
          ? { ...write, set: { ...write.set, phone: write.set?.to_asked ?? write.set?.phone } }
          : write,
      ),
    ),
  },
  {
    title: "a merge of both forms that does not look whether somebody wrote meanwhile",
    seen: 110,
    weather: "calm",
    peopleOf: twoFormPeople,
    mistakes: withoutClaims(isPerson, isMerge),
  },
  {
    title: "a start that takes a form which nobody named for the network's",
    seen: 1_358,
    weather: "calm",
    peopleOf: twoFormPeople,
    mistakes: changing((writes) =>
      writes.map((write) =>
        "update" in write && write.set?.first_out_day !== undefined && isStart(writes)
          ? { ...write, set: { ...write.set, own_form: true } }
          : write,
      ),
    ),
  },
  {
    title: "a chat that does not wait for an earlier message's file",
    weather: "calm",
    filesOf: someFiles,
    mistakes: { overtakesFiles: true },
  },
  {
    title: "a chat that waits for a slow file for ever",
    weather: "calm",
    filesOf: someFiles,
    mistakes: { overtakesFiles: false },
  },
  {
    title: "a file that is put behind its chat's later messages when it is prepared",
    seen: 2_509,
    weather: "calm",
    filesOf: someFiles,
    mistakes: changing((writes) =>
      writes.map((write) =>
        "update" in write && write.set?.needs_prepare === false
          ? { ...write, set: { ...write.set, due: "2026-11-20T09:31:30.000Z" } }
          : write,
      ),
    ),
  },
  {
    title: "a prepared file that does not notice that its caption was changed meanwhile",
    weather: "calm",
    filesOf: someFiles,
    mistakes: withoutClaims(
      (_place, claim) => fieldOf(claim) === "text_version",
      (writes) => writes.some((write) => "update" in write && write.set?.needs_prepare === false),
    ),
  },
];
