import type { CheckedStatus } from "../../../core/domain/statuses/check-status.ts";
import { limitBacklog } from "../../../core/operations/messages/limit-backlog.ts";
import { postStatus } from "../../../core/operations/statuses/post-status.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import type { StatusListRecord, StatusRecord } from "../../../core/records/status.ts";
import { keys } from "../../../core/store/keys.ts";
import { ANA, BEN } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import type { SessionWorld } from "./session-world.ts";
import { ACCOUNT } from "./session-world.ts";

/**
 * A phone whose account has been migrated to private ids. The network refuses its statuses if they identify recipients
 * by number.
 */
export const MONA = "15550001004";
/** An unregistered number, which has no private id. */
export const NOBODY = "15550009999";

/** A status as a phone shows it. */
interface ShownStatus {
  id: string;
  from: string;
  type: string;
  text: string | null;
  background_color: string | null;
  font: number | null;
  media: { mimetype: string; size: number | null; sha256: string | null } | null;
}

/** Creates functions for testing statuses in a session world. */
export function statusesOf(world: SessionWorld) {
  const { sandbox } = world.stage;
  return {
    /** Creates and links Mona's phone, and has Ana and Ben save its number. @returns the instance. */
    async link(): Promise<string> {
      await sandbox.request("POST", "/phones", { phone: MONA, name: "Mona", private_ids: true });
      for (const phone of [ANA, BEN]) await sandbox.request("PUT", `/phones/${phone}/contacts/${MONA}`, { name: "Mo" });
      const instance = await world.addInstance();
      await world.link(instance, MONA);
      return instance;
    },

    /** Posts a status as the API does, but allows more than five a day. @returns the status's id. */
    async post(instance: string, status: Partial<CheckedStatus> & { text?: string }): Promise<string> {
      await world.table.write({ delete: keys.limitedActions(instance) });
      const { text = "Open today", ...more } = status;
      const checked: CheckedStatus = {
        content: { kind: "text", text, link_preview: false, mentions: [] },
        upload: null,
        background_color: null,
        font: null,
        recipients: [ANA, BEN],
        ...more,
      };
      const deps = { ...world.deps(), backlog: limitBacklog(world.deps()) };
      const id = deps.ids.next("sts", world.clock.now());
      const request = { id, instance: world.instance(instance), status: checked };
      await postStatus(deps, { ...request, messages_per_day: null, idempotency_key: null });
      return id;
    },

    message: (id: string) => world.table.peek(keys.message(ACCOUNT, id)) as unknown as MessageRecord,
    record: (instance: string, id: string) => world.table.peek(keys.status(instance, id)) as unknown as StatusRecord,
    list: (instance: string, id: string) =>
      world.table.peek(keys.statusList(instance, id)) as unknown as StatusListRecord,

    /** Returns a status's message once the status has ended. */
    ended: (id: string): Promise<MessageRecord> =>
      eventually("the status to end", () => {
        const message = world.table.peek(keys.message(ACCOUNT, id)) as unknown as MessageRecord;
        return message.step === "done" ? message : null;
      }),

    /** Returns Mona's statuses as shown on this person's phone. */
    async shownTo(phone: string): Promise<ShownStatus[]> {
      const { data } = await sandbox.request<{ data: ShownStatus[] }>("GET", `/phones/${phone}/statuses`);
      return data.filter(({ from }) => from === MONA);
    },
    view: (phone: string, networkId: string | null) =>
      sandbox.request("POST", `/phones/${phone}/statuses/${networkId}/view`),
  };
}
