import type { InstanceId } from "../../contracts/ids.ts";
import { ApiError } from "../../errors.ts";
import { isLive, type LabelRecord, readAllLabels } from "../../records/chats/label.ts";
import { type LabelsState, labelsStates, NO_LABELS } from "../../records/chats/labels-state.ts";
import type { Table } from "../../store/table.ts";

/**
 * The maximum number of attempts to change labels while other processes keep changing them. In practice, far fewer are
 * needed.
 */
export const LABEL_TRIES = 200;

/** An instance's labels, read as one consistent list. */
export interface LabelList {
  state: LabelsState;
  /** The labels, ordered by ID, including deleted labels whose records haven't expired yet. */
  labels: LabelRecord[];
}

/**
 * Reads an instance's labels. A change that is conditional on the returned state is refused if the list has changed
 * since it was read.
 */
export async function readLabelList(table: Table, instance: InstanceId): Promise<LabelList> {
  // Read the state first, so that the list can't be older than the state.
  const state = { ...NO_LABELS, ...(await labelsStates.read(table, instance)) };
  return { state, labels: await readAllLabels(table, instance) };
}

/** Returns the live label with this id. @throws ApiError `not_found`, with the id in its message. */
export function requireLabel({ labels }: Pick<LabelList, "labels">, id: number): LabelRecord {
  const found = labels.find((one) => one.id === id);
  if (!found || !isLive(found)) throw unknownLabel(id);
  return found;
}

/** Builds the error for a label that doesn't exist or no longer exists. */
export const unknownLabel = (id: number | string) =>
  new ApiError("not_found", {
    message: `There is no label ${String(id).slice(0, 20)} on this instance. List them with GET /v1/instances/{id}/labels.`,
  });
