import type { Vault } from "../../core/ports.ts";

/** A vault without keys that is as strict about owner and place as the real one, and hides the clear text. */
export function testVault(): Vault {
  const label = (owner: object, place: string) => `${JSON.stringify(owner)}|${place}|`;
  return {
    async seal(owner, place, clear) {
      return Buffer.from(label(owner, place) + Buffer.from(clear).toString("hex"));
    },
    async open(owner, place, sealed) {
      const text = Buffer.from(sealed).toString();
      const start = label(owner, place);
      if (!text.startsWith(start)) throw new Error("This was sealed for another owner or place.");
      return Buffer.from(text.slice(start.length), "hex");
    },
  };
}
