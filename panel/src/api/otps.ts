import { queryOf } from "./query.ts";

const EVERY_MS = 30_000;

/** The query for a number's newest one-time codes. The codes themselves are not included. */
export const otpsQuery = (instance: string) =>
  queryOf("panel.otps", { at: { id: instance } }, { refetchInterval: EVERY_MS });
