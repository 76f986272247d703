import { queryOf } from "./query.ts";

const EVERY_MS = 30_000;

/** A number's newest one-time codes, without the codes. */
export const otpsQuery = (instance: string) =>
  queryOf("panel.otps", { at: { id: instance } }, { refetchInterval: EVERY_MS });
