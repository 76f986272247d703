import type { IDataObject, INodeExecutionData } from "n8n-workflow";
import { type ApiRequest, callApi } from "../../shared/api.ts";
import { idempotencyKey } from "../../shared/idempotency.ts";
import { readList } from "../../shared/paging.ts";
import type { Item } from "./item.ts";
import type { Operation } from "./operation.ts";

/** Runs an operation for one item. @returns the resulting items, each paired with the original item. */
export async function runOperation(operation: Operation, item: Item): Promise<INodeExecutionData[]> {
  const { method, path, paging } = operation;
  const parts = await operation.parts(item);
  const request: ApiRequest = { method, path, ...parts };
  const pairedItem = { item: item.index };
  if (paging !== undefined) {
    const isWhole = paging === "whole" || item.value("returnAll", false);
    const most = isWhole ? Number.POSITIVE_INFINITY : Number(item.value("limit", 50));
    const found = await readList(item.functions, request, paging, most, item.index);
    return found.map((json) => ({ json, pairedItem }));
  }
  if (operation.keyed) request.idempotencyKey = keyOf(item, parts.body ?? {});
  if (operation.empty) request.answer = operation.empty === "always" ? "nothing" : "data?";
  const { status, body, isReplay } = await callApi(item.functions, request, item.index);
  if (status === 204) return [{ json: { success: true }, pairedItem }];
  const data = body.data as IDataObject; // every answer but 204 has it
  const shown = operation.output ? await operation.output(item, data) : { json: data };
  return [{ ...shown, json: { ...shown.json, ...(isReplay && { idempotent_replayed: true }) }, pairedItem }];
}

/** Returns the key entered in "Options" or, if none was entered, a key specific to this execution, run and item. */
function keyOf(item: Item, body: IDataObject): string | undefined {
  const own = item.options().idempotencyKey;
  return own === undefined ? (idempotencyKey(item.functions, item.index, body) ?? undefined) : String(own);
}
