import { expect, it } from "vitest";
import { PHONE_RULE } from "../../../core/contracts/phone.ts";
import { checkRecipient } from "../../../core/domain/messages/recipient.ts";

it("a number that cannot exist is refused as to, with the likely mistake", () => {
  expect(checkRecipient({ to: "11970000051" })).toEqual({
    errors: { to: [`${PHONE_RULE} Is the country code 55 missing?`] },
  });
});

it("a chat is answered under the number that the network gave it, even one that cannot exist by the plan", () => {
  expect(checkRecipient({ chat_id: "11970000051@s.whatsapp.net" })).toEqual({ to: "11970000051", chat_id: null });
});
