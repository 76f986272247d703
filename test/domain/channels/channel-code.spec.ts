import fc from "fast-check";
import { expect, it } from "vitest";
import { channelCode, channelLink } from "../../../core/domain/channels/channel-code.ts";

const CODE = "0029VaAbCdEfGhIjKlMnOpQr";

it.each([
  CODE,
  ` ${CODE}\n`,
  `https://whatsapp.com/channel/${CODE}`,
  `https://www.whatsapp.com/channel/${CODE}/`,
  `whatsapp.com/channel/${CODE}?mode=x`,
  `HTTPS://WhatsApp.com/channel/${CODE}/123#x`,
])("a channel is understood as people copy its link: %j", (given) => {
  expect(channelCode(given)).toBe(CODE);
});

it.each(["", " ", "https://whatsapp.com/channel/", `https://example.com/channel/${CODE}`, "a b", `${CODE}/${CODE}`])(
  "%j names no channel",
  (given) => {
    expect(channelCode(given)).toBeNull();
  },
);

it("takes any text, and its own links", () => {
  fc.assert(
    fc.property(fc.string(), (given) => {
      const code = channelCode(given);
      if (code !== null) expect(channelCode(channelLink(code))).toBe(code);
    }),
  );
});
