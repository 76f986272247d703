import { queryOf } from "./query.ts";

const MINUTE = 60_000;

/** The figures of the account's numbers and members in some days. @param instance one number's; "": all. */
export const figuresQuery = ({ from, to }: { from: string; to: string }, instance: string) =>
  queryOf("panel.figures", { query: { from, to, instance_id: instance || null } }, { refetchInterval: 5 * MINUTE });
