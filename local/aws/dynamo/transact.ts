import { createHash } from "node:crypto";
import { AwsError } from "../aws-error.ts";
import { isObject, objects, optionalText } from "../input.ts";
import type { Action, Call, Json } from "../service.ts";
import { chargeWrite } from "./charge.ts";
import { type Conflicts, ItemsHeld } from "./conflicts.ts";
import { checkInput, type DynaliteStore, dynaliteDb, promised, runAction } from "./dynalite.ts";
import { answerError } from "./errors.ts";
import { chargeRefused, type ItemPlace, itemPlace } from "./item-place.ts";
import type { Overlay } from "./overlay.ts";
import type { TableStore } from "./table-store.ts";

const MAX_WRITES = 100;
/** What DynamoDB says of an item that another request holds. */
export const CONFLICT = "Transaction is ongoing for the item";
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
export function transactWriteItems(tables: TableStore, conflicts: Conflicts): Action {
  const remembered = new Map<string, { hash: string; at: number; outcome: Promise<Json> }>();

  return async (input, call) => {
    const token = optionalText(input, "ClientRequestToken");
    if (token === undefined) return transact(tables, conflicts, input, call);
    const hash = createHash("sha256").update(JSON.stringify(input.TransactItems)).digest("hex");
    const now = performance.now();
    for (const [old, { at }] of remembered) if (now - at > TOKEN_MS) remembered.delete(old);
    const known = remembered.get(token);
    if (known && known.hash !== hash) {
      throw new AwsError("IdempotentParameterMismatchException", "The token was used for another request before.");
    }
    if (known) return known.outcome;
    const outcome = transact(tables, conflicts, input, call);
    remembered.set(token, { hash, at: now, outcome });
    // Only a success is remembered: a refused transaction may be tried again with the same token.
    outcome.catch(() => remembered.delete(token));
    return outcome;
  };
}

async function transact(tables: TableStore, conflicts: Conflicts, input: Json, call: Call): Promise<Json> {
  const entries = objects(input, "TransactItems").map((item) => readEntry(item, tables.base));
  if (entries.length < 1 || entries.length > MAX_WRITES) {
    throw new AwsError("ValidationException", `A transaction takes 1 to ${MAX_WRITES} items, not ${entries.length}.`);
  }
  const places = await Promise.all(entries.map(({ data }) => itemPlace(data, tables.base)));
  const names = places.map(({ name }) => name).filter((name) => name !== null);
  if (new Set(names).size < names.length) {
    throw new AwsError("ValidationException", "Transaction request cannot include multiple operations on one item");
  }
  const apply = () =>
    tables.write(async (overlay) => {
      const reasons = await Promise.all(entries.map((entry, i) => applyEntry(entry, places[i]?.name, overlay)));
      const isCancelled = reasons.some((reason) => reason.Code !== "None");
      if (call.use) chargeEntries(places, overlay, call, isCancelled);
      if (isCancelled) throw cancelled(reasons);
      return {};
    });
  try {
    return await conflicts.hold(names, "transaction", apply);
  } catch (error) {
    if (!(error instanceof ItemsHeld)) throw error;
    const isHeld = new Map(names.map((name, i) => [name, error.held[i]]));
    await tables.read(() => Promise.all(places.map((place) => chargeRefused(place, tables.base, call, true))));
    throw cancelled(
      places.map(({ name }) =>
        name !== null && isHeld.get(name) ? { Code: "TransactionConflict", Message: CONFLICT } : { Code: "None" },
      ),
    );
  }
}

/** Tells what each entry cost; one that is cancelled is billed for what stood there. */
function chargeEntries(places: ItemPlace[], overlay: Overlay, call: Call, isCancelled: boolean): void {
  for (const { table, key, name } of places) {
    const change = overlay.changes().find((one) => `${one.table}~${one.key}` === name);
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

/** The entry's cancellation reason; `None` when it was done on the overlay. */
async function applyEntry(entry: Entry, place: string | null | undefined, overlay: Overlay): Promise<Json> {
  const action = KINDS[entry.kind]?.action ?? null;
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
  const { table, key } = await itemPlace(entry.data, overlay.store);
  const invalid = dynaliteDb.validateKey(key, table);
  if (invalid) throw invalid;
  const items = overlay.store.getItemDb(table.TableName);
  const item = await promised<unknown>((callback) => items.get(dynaliteDb.createKey(key, table), callback));
  const refused = dynaliteDb.checkConditional(entry.data, item);
  if (refused) throw refused;
}
