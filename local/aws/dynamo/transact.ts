import { createHash } from "node:crypto";
import { AwsError } from "../service/aws-error.ts";
import { isObject, objects, optionalText } from "../service/input.ts";
import type { Action, Call, Json } from "../service/service.ts";
import { itemBytes } from "./capacity.ts";
import type { Catalog } from "./catalog.ts";
import { type Conflicts, ItemsHeld } from "./conflicts.ts";
import { answerError, InvalidKey } from "./errors.ts";
import { type ItemChange, isChange } from "./item-store.ts";
import { afterWrite, type PlannedWrite, placeOf, planWrite, type WriteKind } from "./planned-write.ts";
import type { TableStore } from "./table-store.ts";
import { CONFLICT, charge, chargeRefused } from "./write-actions.ts";

const MAX_BYTES = 4 * 1_024 * 1_024;
/** How long AWS remembers a request token. */
const TOKEN_MS = 10 * 60_000;

const KINDS = ["Put", "Update", "Delete", "ConditionCheck"] as const satisfies readonly WriteKind[];

const invalid = (message: string) => new AwsError("ValidationException", message);

/** TransactWriteItems: validates and evaluates all entries, then writes either all of them in one commit or none. */
export function transactWriteItems(store: TableStore, conflicts: Conflicts): Action {
  const remembered = new Map<string, { hash: string; at: number; outcome: Promise<Json> }>();

  return async (input, call) => {
    const token = optionalText(input, "ClientRequestToken");
    if (token === undefined) return transact(store, conflicts, input, call);
    const hash = createHash("sha256").update(JSON.stringify(input.TransactItems)).digest("hex");
    const now = performance.now();
    // The map is in insertion order, so the oldest tokens are first.
    for (const [old, { at }] of remembered) {
      if (now - at <= TOKEN_MS) break;
      remembered.delete(old);
    }
    const known = remembered.get(token);
    if (known && known.hash !== hash) {
      throw new AwsError("IdempotentParameterMismatchException", "The token was used for another request before.");
    }
    if (known) return known.outcome;
    const outcome = transact(store, conflicts, input, call);
    remembered.set(token, { hash, at: now, outcome });
    // Remember only a successful transaction, because a refused transaction can be retried with the same token.
    outcome.catch(() => remembered.delete(token));
    return outcome;
  };
}

async function transact(store: TableStore, conflicts: Conflicts, input: Json, call: Call): Promise<Json> {
  const items = objects(input, "TransactItems");
  const plans = plansOf(items, store.catalog);
  const places = plans.map(placeOf);
  if (new Set(places).size < places.length) {
    throw invalid("Transaction request cannot include multiple operations on one item");
  }
  try {
    return await conflicts.hold(places, "transaction", async () => apply(store, plans, call));
  } catch (error) {
    if (!(error instanceof ItemsHeld)) throw error;
    for (const plan of plans) chargeRefused(store, call, plan, true);
    throw cancelled(
      error.held.map((isHeld) => (isHeld ? { Code: "TransactionConflict", Message: CONFLICT } : { Code: "None" })),
    );
  }
}

function apply(store: TableStore, plans: readonly PlannedWrite[], call: Call): Json {
  const entries = plans.map((plan) => entryOf(store, plan));
  const isCancelled = entries.some(({ reason }) => reason.Code !== "None");
  const changes = entries.map(({ change }) => change);
  if (!isCancelled) refuseTooLarge(changes);
  for (const [at, plan] of plans.entries()) {
    const change = changes[at];
    charge(call, plan, change?.before, isCancelled ? change?.before : change?.after, true);
  }
  if (isCancelled) throw cancelled(entries.map(({ reason }) => reason));
  store.commit(changes);
  return {};
}

/** Creates the exception for a cancelled transaction, with a reason for each item. */
export function cancelled(reasons: Json[]): AwsError {
  const codes = reasons.map((reason) => reason.Code).join(", ");
  return new AwsError(
    "TransactionCanceledException",
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { fields: { CancellationReasons: reasons } },
  );
}

/** @throws AwsError the transaction's cancellation, if a key doesn't match its table's schema. */
function plansOf(items: readonly Json[], catalog: Catalog): PlannedWrite[] {
  const reasons: Json[] = [];
  const plans = items.flatMap((item) => {
    try {
      const plan = planOf(item, catalog);
      reasons.push({ Code: "None" });
      return [plan];
    } catch (error) {
      if (!(error instanceof InvalidKey)) throw error;
      reasons.push({ Code: "ValidationError", Message: error.message });
      return [];
    }
  });
  if (plans.length < items.length) throw cancelled(reasons);
  return plans;
}

function planOf(item: Json, catalog: Catalog): PlannedWrite {
  const known = KINDS.find((one) => isObject(item[one]));
  const data = known && item[known];
  if (!known || !isObject(data)) throw new Error("An entry of a transaction came past the check of inputs.");
  return planWrite(known, data, catalog);
}

/** Returns an entry's effect and its cancellation reason, which is `None` if the entry can be applied. */
function entryOf(store: TableStore, plan: PlannedWrite): { change: ItemChange; reason: Json } {
  const { table, key } = plan;
  const before = store.items.get(table, key);
  try {
    return { change: { table, key, before, after: afterWrite(plan, before) }, reason: { Code: "None" } };
  } catch (error) {
    const known = answerError(error);
    const change: ItemChange = { table, key, before, after: before };
    if (known.code === "ValidationException") {
      return { change, reason: { Code: "ValidationError", Message: known.message } };
    }
    if (known.code !== "ConditionalCheckFailedException") throw known;
    const Item = plan.returnOld ? before : undefined;
    return { change, reason: { Code: "ConditionalCheckFailed", Message: known.message, ...(Item && { Item }) } };
  }
}

function refuseTooLarge(changes: readonly ItemChange[]): void {
  const bytes = changes.filter(isChange).reduce((sum, { after }) => sum + itemBytes(after), 0);
  if (bytes > MAX_BYTES) throw invalid("Collection size of items in transaction exceeds the limit of 4 MB");
}
