import type { InstanceRecord } from "../../core/records/instance.ts";

/** Returns the stored record of an instance that is linked and working. */
export function linkedInstance(id: string, account: string): InstanceRecord {
  return {
    id,
    account_id: account,
    name: "Shop",
    external_ref: null,
    status: "working",
    status_reason: null,
    status_since: "2026-11-20T00:00:00+00:00",
    phone: "5511988880000",
    chat_link: "https://wa.me/5511988880000",
    link_refused: false,
    reject_calls: false,
    created_at: "2026-11-20T00:00:00+00:00",
    linked_at: "2026-11-20T00:00:00+00:00",
    shard: 0,
    wanted: "on",
    restart_seq: 0,
    restart_done: 0,
    logout_seq: 0,
    logout_done: 0,
    timezone: "UTC",
    removed_at: null,
  };
}
