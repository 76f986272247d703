import type { TableSetup } from "../../core/aws/table-setup.ts";
import type { Clock } from "../../core/ports.ts";
import type { ExistingTable } from "../../lib/existing-table.ts";
import { AdminError } from "./admin-error.ts";
import { faultOfTable } from "./fault-of-table.ts";

/** The attribute that contains an item's expiry time. */
const TTL_ATTRIBUTE = "ttl";
const LOOK_AGAIN_MS = 5_000;
/** The number of consecutive checks without a change after which the command says that it is still waiting. */
const LOOKS_A_WORD = 12;

/** Dependencies for preparing a table. */
export interface PreparationDeps {
  tables: TableSetup;
  clock: Clock;
  /** Receives progress reports, one sentence at a time. */
  say(progress: string): void;
}

/**
 * The result of preparing a table: its initial state, the steps that were carried out, and the lines to add to the
 * stage's settings.
 */
export interface PreparedTable {
  table: string;
  found: string[];
  done: string[];
  existingTable: ExistingTable;
}

/**
 * Configures everything on a restored table that a restore omits: stream, expiry, recovery, protection and tags. Each
 * step first checks whether it is needed, so an interrupted run can be repeated.
 * @param wantedTags the tags that the table must have. Other existing tags are left alone.
 * @throws AdminError for a table that the gateway can't work with, before anything is changed.
 */
export async function prepareTable(
  deps: PreparationDeps,
  name: string,
  wantedTags: Record<string, string>,
): Promise<PreparedTable> {
  const { tables } = deps;
  const found: string[] = [];
  const done: string[] = [];
  const step = async (what: string, isThere: boolean, set: () => Promise<void>) => {
    if (!isThere) await set();
    (isThere ? found : done).push(what);
    deps.say(`${what}: ${isThere ? "exists" : "done"}.`);
  };

  const table = await whenActive(deps, name);
  const fault = faultOfTable(name, table);
  if (fault !== null) throw new AdminError(fault);
  found.push("keys and indexes");
  deps.say("keys and indexes: as the gateway needs them.");

  await step("deletion protection", table.DeletionProtectionEnabled === true, () => tables.protect(name));
  await whenActive(deps, name);
  await step("stream of new images", table.StreamSpecification?.StreamEnabled === true, () => tables.setStream(name));
  await whenActive(deps, name);
  await step(`expiry by ${TTL_ATTRIBUTE}`, await endsByItself(tables, name), () =>
    tables.setTimeToLive(name, TTL_ATTRIBUTE),
  );
  await step("point-in-time recovery", await tables.isRecoverable(name), () => untilRecoverable(deps, name));
  const arn = String(table.TableArn);
  const missing = await missingTags(tables, arn, wantedTags);
  await step("tags", Object.keys(missing).length === 0, () => tables.tag(arn, missing));

  const { LatestStreamArn, SSEDescription } = await whenActive(deps, name);
  if (!LatestStreamArn)
    throw new AdminError(`The stream of the table ${name} is not available yet. Run this command again.`);
  const existingTable = { streamArn: LatestStreamArn, keyArn: SSEDescription?.KMSMasterKeyArn ?? null };
  return { table: name, found, done, existingTable };
}

/**
 * Waits until neither the table nor any of its indexes is being created or changed. @throws AdminError if the table was
 * deleted.
 */
async function whenActive({ tables, clock, say }: PreparationDeps, name: string) {
  let said = "";
  for (let looks = 0; ; looks++) {
    const table = await tables.describe(name);
    if (!table)
      throw new AdminError(`There is no table ${name} in this account and region. Use the name of the restored table.`);
    const parts = [
      { name: `table ${name}`, status: table.TableStatus },
      ...(table.GlobalSecondaryIndexes ?? []).map((index) => ({
        name: `index ${index.IndexName}`,
        status: index.IndexStatus,
      })),
    ];
    const busy = parts.find(({ status }) => status !== "ACTIVE");
    if (!busy) return table;
    const progress = `The ${busy.name} is ${busy.status}; waiting. (You can press Ctrl-C and run the same command again later.)`;
    if (progress !== said || looks % LOOKS_A_WORD === 0) say(progress);
    said = progress;
    await clock.until(new Date(clock.now().getTime() + LOOK_AGAIN_MS));
  }
}

/**
 * Whether expired items are deleted automatically. @throws AdminError if the expiry uses another attribute or is being
 * switched off.
 */
async function endsByItself(tables: TableSetup, name: string): Promise<boolean> {
  const { status, attribute } = await tables.timeToLive(name);
  if (status === "DISABLED") return false;
  if (status === "DISABLING") {
    throw new AdminError(
      `The expiry of the table ${name} is being turned off, which takes up to an hour. Run this command again afterwards.`,
    );
  }
  if (attribute === TTL_ATTRIBUTE) return true;
  throw new AdminError(
    `Items of the table ${name} expire by the attribute ${attribute} instead of ${TTL_ATTRIBUTE}. Turn this off first (aws dynamodb update-time-to-live), and run this command again an hour later.`,
  );
}

async function untilRecoverable({ tables, clock, say }: PreparationDeps, name: string): Promise<void> {
  while (!(await tables.makeRecoverable(name))) {
    say("Point-in-time recovery can't be turned on yet; waiting.");
    await clock.until(new Date(clock.now().getTime() + LOOK_AGAIN_MS));
  }
}

async function missingTags(tables: TableSetup, arn: string, wanted: Record<string, string>) {
  const tags = await tables.tags(arn);
  return Object.fromEntries(Object.entries(wanted).filter(([key, value]) => tags[key] !== value));
}
