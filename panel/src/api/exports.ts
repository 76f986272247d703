import type { DataExport } from "../../../core/contracts/exports.ts";
import { call } from "./call.ts";
import { allOf, queryOf } from "./query.ts";

const WHILE_MADE_MS = 5_000;

/** Whether an export is still in progress. */
export const isBeingMade = ({ status }: Pick<DataExport, "status">): boolean =>
  status === "waiting" || status === "running";

/** The query for the account's stored exports, newest first. Polls while any of them is in progress. */
export const exportsQuery = () =>
  allOf(
    "exports.list",
    {},
    { refetchInterval: ({ state }) => (state.data?.some(isBeingMade) ? WHILE_MADE_MS : false) },
  );

/**
 * The query for an export and the URLs of its files. The URLs expire after an hour, so the export is fetched again each
 * time it is shown.
 */
export const exportQuery = (id: string) => queryOf("exports.get", { at: { id } }, { staleTime: 0 });

/**
 * Starts an export. @param person the person whose data to export, or null to export the whole account. @param
 * idempotencyKey makes repeated clicks create only one export.
 */
export const startExport = (person: { instance_id: string; contact: string } | null, idempotencyKey: string) =>
  call("exports.create", { body: person ?? {}, idempotencyKey });
