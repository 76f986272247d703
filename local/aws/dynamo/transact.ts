import { createHash } from "node:crypto";
import { AwsError } from "../aws-error.ts";
import { isObject, objects, optionalText } from "../input.ts";
import type { Action, Call, Json } from "../service.ts";
import { chargeWrite } from "./charge.ts";
import {
  checkInput,
  type DynaliteStore,
  dynaliteDb,
  promised,
  runAction,
  type TableDescription,
  type WireItem,
} from "./dynalite.ts";
import { answerError } from "./errors.ts";
import type { Overlay } from "./overlay.ts";
import type { TableStore } from "./table-store.ts";

const MAX_WRITES = 100;
/** As long as AWS remembers a request token. */
const TOKEN_MS = 10 * 60_000;

/** Which of dynalite's validations and actions serve a kind of transaction entry; a check only reads. */
const KINDS: Readonly<Record<string, { validation: string; action: string | null }>> = {
  Put: { validation: "PutItem", action: "PutItem" },
  Update: { validation: "UpdateItem", action: "UpdateItem" },
  Delete: { validation: "DeleteItem", action: "DeleteItem" },
  ConditionCheck: { validation: "DeleteItem", action: null },
};

interface Entry {
  kind: string;
  data: Json;
  returnOld: boolean;
}

/** TransactWriteItems: all entries are checked and computed aside, then committed in one atomic batch or not at all. */
export function transactWriteItems(tables: TableStore): Action {
  const remembered = new Map<string, { hash: string; at: number; outcome: Promise<Json> }>();

  return async (input, call) => {
    const token = optionalText(input, "ClientRequestToken");
    if (token === undefined) return transact(tables, input, call);
    const hash = createHash("sha256").update(JSON.stringify(input.TransactItems)).digest("hex");
    const now = performance.now();
    for (const [old, { at }] of remembered) if (now - at > TOKEN_MS) remembered.delete(old);
    const known = remembered.get(token);
    if (known && known.hash !== hash) {
      throw new AwsError("IdempotentParameterMismatchException", "The token was used for another request before.");
    }
    if (known) return known.outcome;
    const outcome = transact(tables, input, call);
    remembered.set(token, { hash, at: now, outcome });
    // Only a success is remembered: a refused transaction may be tried again with the same token.
    outcome.catch(() => remembered.delete(token));
    return outcome;
  };
}

function transact(tables: TableStore, input: Json, call: Call): Promise<Json> {
  const entries = objects(input, "TransactItems").map((item) => readEntry(item, tables.base));
  if (entries.length < 1 || entries.length > MAX_WRITES) {
    throw new AwsError("ValidationException", `A transaction takes 1 to ${MAX_WRITES} items, not ${entries.length}.`);
  }
  return tables.write(async (overlay) => {
    await refuseDoubles(entries, overlay);
    const reasons = await Promise.all(entries.map((entry) => applyEntry(entry, overlay)));
    const isCancelled = reasons.some((reason) => reason.Code !== "None");
    if (call.use) await chargeEntries(entries, overlay, call, isCancelled);
    if (isCancelled) throw cancelled(reasons);
    return {};
  });
}

/** Tells what each entry cost; one that is cancelled is billed for what stood there. */
async function chargeEntries(entries: Entry[], overlay: Overlay, call: Call, isCancelled: boolean): Promise<void> {
  for (const entry of entries) {
    const place = await placeOf(entry, overlay.store);
    const change = overlay.changes().find((one) => `${one.table}~${one.key}` === place);
    const { table } = await tableOf(entry, overlay.store);
    const key = (entry.data.Key ?? entry.data.Item) as WireItem; // checkInput has seen to its shape
    const after = isCancelled ? change?.before : change?.after;
    chargeWrite(call, table, { key, before: change?.before, after, isTransaction: true });
  }
}

/** The exception for a cancelled transaction, one reason an item. */
export function cancelled(reasons: Json[]): AwsError {
  const codes = reasons.map((reason) => reason.Code).join(", ");
  return new AwsError(
    "TransactionCanceledException",
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { fields: { CancellationReasons: reasons } },
  );
}

function readEntry(item: Json, store: DynaliteStore): Entry {
  const [kind, ...others] = Object.keys(item);
  const data = kind === undefined ? undefined : item[kind];
  const known = kind === undefined ? undefined : KINDS[kind];
  if (kind === undefined || !known || others.length > 0 || !isObject(data)) {
    throw new AwsError("ValidationException", "A transaction item is one of Put, Update, Delete and ConditionCheck.");
  }
  const returnOld = data.ReturnValuesOnConditionCheckFailure === "ALL_OLD";
  return { kind, data: checkInput(known.validation, { ...data }, store), returnOld };
}

async function refuseDoubles(entries: Entry[], overlay: Overlay): Promise<void> {
  const places = await Promise.all(entries.map((entry) => placeOf(entry, overlay.store)));
  if (new Set(places).size < places.length) {
    throw new AwsError("ValidationException", "Transaction request cannot include multiple operations on one item");
  }
}

/** Table and key as one text. An item without its key attributes is left to the action, which refuses it. */
async function placeOf(entry: Entry, store: DynaliteStore): Promise<unknown> {
  const { table, name } = await tableOf(entry, store);
  const key: WireItem = (entry.data.Key ?? entry.data.Item) as WireItem; // checkInput has seen to its shape
  if (!table.KeySchema.every(({ AttributeName }) => key[AttributeName])) return {};
  return `${name}~${dynaliteDb.createKey(key, table)}`;
}

async function tableOf(entry: Entry, store: DynaliteStore) {
  const name = String(entry.data.TableName);
  return { name, table: await promised<TableDescription>((callback) => store.getTable(name, callback)) };
}

/** The entry's cancellation reason; `None` when it was done on the overlay. */
async function applyEntry(entry: Entry, overlay: Overlay): Promise<Json> {
  const action = KINDS[entry.kind]?.action ?? null;
  const place = await placeOf(entry, overlay.store);
  try {
    if (action === null) await checkCondition(entry, overlay);
    else await runAction(action, overlay.store, entry.data);
    return { Code: "None" };
  } catch (error) {
    const known = answerError(error);
    if (known.code === "ValidationException") return { Code: "ValidationError", Message: known.message };
    if (known.code !== "ConditionalCheckFailedException") throw known;
    const before = overlay.changes().find((change) => `${change.table}~${change.key}` === place)?.before;
    return {
      Code: "ConditionalCheckFailed",
      Message: known.message,
      ...(entry.returnOld && before !== undefined && { Item: before }),
    };
  }
}

async function checkCondition(entry: Entry, overlay: Overlay): Promise<void> {
  const { table, name } = await tableOf(entry, overlay.store);
  const key = entry.data.Key as WireItem; // checkInput has seen to its shape
  const invalid = dynaliteDb.validateKey(key, table);
  if (invalid) throw invalid;
  const items = overlay.store.getItemDb(name);
  const item = await promised<unknown>((callback) => items.get(dynaliteDb.createKey(key, table), callback));
  const refused = dynaliteDb.checkConditional(entry.data, item);
  if (refused) throw refused;
}
