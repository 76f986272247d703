import { queryOf } from "./query.ts";

const MINUTE = 60_000;

/**
 * The query for the figures of the account's numbers and members over a range of days. @param instance a number's id,
 * or "" for all numbers.
 */
export const figuresQuery = ({ from, to }: { from: string; to: string }, instance: string) =>
  queryOf("panel.figures", { query: { from, to, instance_id: instance || null } }, { refetchInterval: 5 * MINUTE });
