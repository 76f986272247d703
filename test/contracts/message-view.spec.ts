import { describe, expect, it } from "vitest";
import * as z from "zod";
import { DETAIL_NAMES, MESSAGE_DETAILS } from "../../core/contracts/content/details.ts";
import { Message, messageView } from "../../core/contracts/message.ts";

describe("the view of a message", () => {
  it("has the fields of the schema in its order: those that may be absent only if they are set", () => {
    const fields = Object.entries(Message.shape);
    const always = fields.filter(([, schema]) => !(schema instanceof z.ZodOptional)).map(([name]) => name);
    const set = Object.fromEntries(fields.map(([name]) => [name, "x"]));

    expect(Object.keys(messageView({ ...set, account_id: "acc_1" }))).toEqual(Object.keys(Message.shape));
    expect(messageView({})).toEqual(Object.fromEntries(always.map((name) => [name, null])));
  });

  it("has all details, whose names are known without their schemas", () => {
    expect(DETAIL_NAMES).toEqual(Object.keys(MESSAGE_DETAILS));
    expect(Object.keys(Message.shape)).toEqual(expect.arrayContaining(DETAIL_NAMES));
  });
});
