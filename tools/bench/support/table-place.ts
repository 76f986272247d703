import type { TableUse } from "../../../local/aws/service/service.ts";

/** Places that are read and written on a timer, even without any messages. */
const BY_TIME = new Set(["TASKS", "SHARDS", "SWEEP", "CHORES"]);

/** Maps the shape of a place's key (with `#`, numbers and IDs removed) to the place's name. */
const NAMES: [shape: RegExp, name: string][] = [
  [/^KEY\|/, "API key"],
  [/^ACC\|ACCOUNT$/, "account"],
  [/^ACC(\/KEY)?\|.*RATE$/, "rate limit"],
  [/^ACC\/MSG\|/, "message"],
  [/^ACC\/EVT\|/, "event"],
  [/^ACC\/HOOK\/LANE\|HEAD$/, "webhook lane: header"],
  [/^ACC\/HOOK\/LANE\|/, "webhook lane: rows"],
  [/^ACC\/NOTICE\|/, "notice for the bus"],
  [/^ACC\/HOOK\|WEBHOOK$/, "webhook settings"],
  [/^ACC\/SLOT\|/, "slot of a URL"],
  [/^INST\|INSTANCE$/, "instance"],
  [/^INST\|RECEIVING$/, "fence"],
  [/^INST\|SENDING$/, "pace"],
  [/^INST\/KEYS\|creds/, "session: credentials"],
  [/^INST\/KEYS\|journal/, "session: journal"],
  [/^INST\/KEYS\|/, "session: keys"],
  [/^INST\/NET\|/, "network id"],
  [/^INST\/PERSON\|/, "person"],
  [/^INST\/GROUP\|/, "group"],
  [/^INST\/CHANNEL\|/, "channel"],
  [/^INST\/IDEM\|/, "idempotency record"],
  [/^INST\/DAY\|/, "person's day"],
  [/^INST\/COUNT\|/, "day counts"],
  [/DATAKEY$|^DEPLOYMENT\|PEPPER$/, "data keys"],
  [/^INST\/LANE\|HEAD$/, "instance lane: header"],
  [/^INST\/LANE\|/, "instance lane: rows"],
];

/** Returns a name for the contents of a place in the table, or null if the place is used on a timer. */
export function whatOf(use: Pick<TableUse, "pk" | "sk" | "index" | "kind">): string | null {
  const parts = use.pk.split("#");
  const root = parts[0] ?? "";
  if (BY_TIME.has(root)) return null;
  // Only the sweep reads this index.
  if (use.kind === "read" && use.index === "due") return null;
  const shape = [root, ...parts.slice(2).filter((part) => /^[A-Z]+$/.test(part))].join("/");
  const place = `${shape}|${use.sk}`;
  const name = NAMES.find(([pattern]) => pattern.test(place))?.[1] ?? place.replace(/[a-z]+_\w+|[0-9]{4,}/g, "…");
  return use.index === null ? name : `${name} (index ${use.index})`;
}
