import { expect, it } from "vitest";
import type { AccountId, InstanceId, MessageId } from "../../core/contracts/ids.ts";
import { keys } from "../../core/store/keys.ts";

const account: AccountId = "acc_1";
const instance: InstanceId = "inst_1";
const message: MessageId = "msg_1";

/** Lines that must not compile are marked. If one of them compiles, the type check fails. */
it("an id of one kind can't stand where one of another is meant", () => {
  expect(keys.message(account, message)).toEqual({ pk: "ACC#acc_1#MSG", sk: "msg_1" });
  // @ts-expect-error the two are swapped
  expect(keys.message(message, account)).not.toEqual(keys.message(account, message));
  // @ts-expect-error an account is no instance
  expect(keys.instance(account)).not.toEqual(keys.instance(instance));
});

it("a text from outside needs no cast to be looked up", () => {
  const given: string = "msg_2";
  expect(keys.message(account, given).sk).toBe(given);
});
