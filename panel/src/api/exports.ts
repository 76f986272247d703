import type { DataExport } from "../../../core/contracts/exports.ts";
import { call } from "./call.ts";
import { allOf, queryOf } from "./query.ts";

const WHILE_MADE_MS = 5_000;

/** Whether an export is still being made. */
export const isBeingMade = ({ status }: Pick<DataExport, "status">): boolean =>
  status === "waiting" || status === "running";

/** The account's exports that are kept, newest first; polled while one of them is being made. */
export const exportsQuery = () =>
  allOf(
    "exports.list",
    {},
    { refetchInterval: ({ state }) => (state.data?.some(isBeingMade) ? WHILE_MADE_MS : false) },
  );

/** One export with the addresses of its files, which work for an hour, so it is asked for each time. */
export const exportQuery = (id: string) => queryOf("exports.get", { at: { id } }, { staleTime: 0 });

/**
 * Starts an export. @param person null: of the whole account. @param idempotencyKey makes repeated presses one export.
 */
export const startExport = (person: { instance_id: string; contact: string } | null, idempotencyKey: string) =>
  call("exports.create", { body: person ?? {}, idempotencyKey });
