import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { MESSAGE_DETAILS, type MessageDetails } from "../../core/contracts/content/details.ts";
import { Message } from "../../core/contracts/message.ts";
import { emptyMessage, type MessageRecord } from "../../core/records/message.ts";
import { viewOf } from "../../core/records/message-view.ts";

const record: MessageRecord = {
  ...emptyMessage(),
  account_id: "acc_1",
  id: "msg_1",
  instance_id: "inst_1",
  direction: "in",
  status: "received",
  type: "text",
  origin: "contact",
  body: "Hello",
  created_at: "2026-11-20T09:30:00+00:00",
  ttl: 1,
};

/** An example of each detail, using the objects in the reference. */
const DETAILS = {
  ...Object.fromEntries(Object.entries(MESSAGE_DETAILS).map(([name, schema]) => [name, exampleIn(schema)])),
  mentions_count: 1,
  mentions_everyone: true,
  view_once: true,
  comment_on: "msg_2",
  disappears_in: 86_400,
  contacts: [{ name: "Ana", phone: null, organization: null }],
  network_kind: "futureMessage",
  more_unsupported: 7,
} as MessageDetails;

function exampleIn(schema: z.ZodOptional): unknown {
  const inner = schema.unwrap() as z.ZodType; // a plain schema
  const [example] = (inner.meta()?.examples as unknown[] | undefined) ?? [];
  return example;
}

describe("what a received message says beside its text", () => {
  it.each(Object.keys(MESSAGE_DETAILS))("%s is shown as a field of the message, as the contract has it", (name) => {
    const details = { [name]: DETAILS[name as keyof MessageDetails] };
    const shown = viewOf({ ...record, details }, null);

    expect(shown).toMatchObject({ body: "Hello", ...details });
    expect(Message.safeParse(shown).error?.issues).toBeUndefined();
    expect(shown[name as keyof Message]).toBeDefined();
  });

  it("is in no plain text: neither stored nor shown", () => {
    expect(emptyMessage()).not.toHaveProperty("details");
    expect(Object.keys(viewOf(record, null)).filter((key) => key in MESSAGE_DETAILS)).toEqual([]);
  });

  it("is not shown of a deleted message", () => {
    const shown = viewOf({ ...record, details: DETAILS, forwarding_score: 9, deleted_at: record.created_at }, null);

    expect(Object.keys(shown).filter((key) => key in MESSAGE_DETAILS || key === "forwarded")).toEqual([]);
  });
});

it.each([
  [undefined, {}],
  [1, { forwarded: true }],
  [4, { forwarded: true }],
  [5, { forwarded: true, frequently_forwarded: true }],
])("a message passed on %s times is shown so", (forwarding_score, shown) => {
  const view = viewOf({ ...record, ...(forwarding_score && { forwarding_score }) }, null);
  const { forwarded, frequently_forwarded } = view;

  expect(JSON.parse(JSON.stringify({ forwarded, frequently_forwarded }))).toEqual(shown);
});
