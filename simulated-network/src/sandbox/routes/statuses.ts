import * as z from "zod";
import type { InboxMessage } from "../../store/messages-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { passReceipt } from "../../world/messages/receipts.ts";
import { setTellsReading } from "../../world/people/read-receipts.ts";
import { STATUS_ROOM } from "../../world/people/room.ts";
import { presentStatus } from "../answers/present-status.ts";
import { personOf } from "../requests/fields.ts";
import { NoBody, ok, route } from "../requests/route.ts";
import { SandboxError } from "../requests/sandbox-error.ts";

/** How long a status is shown, by the gateway's clock. */
const SHOWN_FOR_MS = 24 * 60 * 60 * 1000;

/** `sent`: if false, other people no longer learn what this person reads or views, except in groups. */
const ReadReceipts = z.object({ sent: z.boolean() });

/** Routes for statuses (stories): listing the statuses that a phone shows, and viewing one of them. */
export const statusRoutes = [
  route("GET /phones/{phone}/statuses", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) => {
      const owner = personOf(transaction, param("phone"));
      return ok({
        data: shownTo(transaction, owner).map((status) => presentStatus(deps.world, transaction, owner, status)),
      });
    }),
  ),

  route("POST /phones/{phone}/statuses/{id}/view", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) => {
      const viewer = personOf(transaction, param("phone"));
      const status = shownTo(transaction, viewer).find(({ id }) => id === param("id"));
      if (!status) throw new SandboxError("message_not_found", `Phone ${viewer.phone} shows no status ${param("id")}.`);
      const author = personOf(transaction, status.author.phone);
      if (author.phone === viewer.phone) throw new SandboxError("conflict", "This is the phone's own status.");
      const receipt = { messageId: status.id, kind: "read", form: status.addressedAs, room: STATUS_ROOM } as const;
      passReceipt(deps.world, transaction, viewer, 0, author, receipt);
      return ok(presentStatus(deps.world, transaction, viewer, status));
    }),
  ),

  route("POST /phones/{phone}/read-receipts", ReadReceipts, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      setTellsReading(transaction, personOf(transaction, param("phone")).phone, body.sent);
      return ok(body);
    }),
  ),
];

/** Returns the last day's statuses that haven't been deleted, oldest first. */
function shownTo(transaction: Transaction, owner: Person): InboxMessage[] {
  return transaction.store.messages
    .list(owner.phone, STATUS_ROOM.id)
    .filter(({ deleted, at }) => !deleted && transaction.now.getTime() - at.getTime() < SHOWN_FOR_MS);
}
