import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { passingFolder } from "../support/passing-folder.ts";
import { keptTemplates } from "./kept-templates.ts";

describe("templates that are kept", () => {
  it("are made once for the same settings, and anew for others", () => {
    const folder = passingFolder("kept-templates-");
    let made = 0;
    const make = () => ({ made: ++made });

    expect(keptTemplates("small", make, folder)).toEqual({ made: 1 });
    expect(keptTemplates("small", make, folder)).toEqual({ made: 1 });
    expect(keptTemplates("large", make, folder)).toEqual({ made: 2 });
  });

  it("are not kept when making them fails, as a broken rule of security does", () => {
    const folder = passingFolder("kept-templates-");
    const fail = () => {
      throw new Error("A queue is open.");
    };

    expect(() => keptTemplates("open", fail, folder)).toThrow("A queue is open.");
    expect(() => keptTemplates("open", fail, folder)).toThrow("A queue is open.");
    expect(keptTemplates("open", () => "closed", folder)).toBe("closed");
  });

  it("are made by another process when the one that began has ended", () => {
    const folder = passingFolder("kept-templates-");
    const name = createHash("sha256").update("left").digest("hex").slice(0, 24);
    writeFileSync(join(folder, `${name}.json.maker`), String(2 ** 22 + 1)); // no process can have this number

    expect(keptTemplates("left", () => "made", folder)).toBe("made");
  });
});
