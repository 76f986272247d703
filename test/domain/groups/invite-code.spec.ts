import fc from "fast-check";
import { expect, it } from "vitest";
import { inviteCode, inviteLink } from "../../../core/domain/groups/invite-code.ts";

const CODE = "AbCdEfGhIjKlMnOpQrStUv";

it.each([
  CODE,
  ` ${CODE}\n`,
  `https://chat.whatsapp.com/${CODE}`,
  `http://chat.whatsapp.com/${CODE}/`,
  `https://chat.whatsapp.com/invite/${CODE}`,
  `HTTPS://Chat.WhatsApp.com/${CODE}?mode=ac_t`,
  `chat.whatsapp.com/${CODE}#x`,
])("an invite is understood as people copy it: %j", (given) => {
  expect(inviteCode(given)).toBe(CODE);
});

it.each([
  "",
  " ",
  "https://chat.whatsapp.com/",
  `https://example.com/${CODE}`,
  `${CODE}/${CODE}`,
  "a b",
  "é".repeat(22),
])("%j is no invite", (given) => {
  expect(inviteCode(given)).toBeNull();
});

it("takes any text, and its own links", () => {
  fc.assert(
    fc.property(fc.string(), (given) => {
      const code = inviteCode(given);
      if (code !== null) expect(inviteCode(inviteLink(code))).toBe(code);
    }),
  );
});
