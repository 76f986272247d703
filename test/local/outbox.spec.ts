import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { fileMail } from "../../functions/file-mail.ts";
import { mailOutbox } from "../../local/mail/outbox.ts";
import { passingFolder } from "../support/passing-folder.ts";
import { START } from "../support/test-clock.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let folder: string;
let nowMs: number;
const outbox = () => mailOutbox(folder, () => nowMs);
const write = (id: string, lastsMs?: number) =>
  fileMail(folder).send({
    id,
    to: ["ana@example.com"],
    subject: "Code: 123456",
    text: "Code: 123456\n",
    at: new Date(nowMs),
    ...(lastsMs !== undefined && { until: new Date(nowMs + lastsMs) }),
  });

beforeEach(() => {
  folder = passingFolder("outbox-test-");
  nowMs = START.getTime();
});

describe("the outbox of one machine", () => {
  it("keeps a mail until what it names has ended, and then nothing of it", async () => {
    await write("code-1", 15 * MINUTE_MS);
    expect(await outbox().waiting()).toMatchObject([
      {
        id: "code-1",
        to: ["ana@example.com"],
        subject: "Code: 123456",
        until: new Date(nowMs + 15 * MINUTE_MS).toISOString(),
      },
    ]);

    nowMs += 15 * MINUTE_MS;

    expect(await outbox().waiting()).toEqual([]);
    expect(await outbox().clear()).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("keeps a mail that names nothing that ends for a week", async () => {
    await write("ntc_1");
    nowMs += 7 * DAY_MS - 1;
    expect(await outbox().clear()).toBe(0);
    nowMs += 1;
    expect(await outbox().clear()).toBe(1);
  });

  it("keeps no text of a mail that has left, and takes the same mail no second time", async () => {
    await write("ntc_1");
    await outbox().hasLeft("ntc_1");
    await write("ntc_1");

    expect(await outbox().waiting()).toEqual([]);
    expect(readdirSync(folder)).toEqual(["ntc_1.sent"]);
    expect(readFileSync(join(folder, "ntc_1.sent"), "utf8")).toBe("");
  });

  it("removes the text of a mail that had just left when the process ended", async () => {
    await write("ntc_1");
    renameSync(join(folder, "ntc_1.eml"), join(folder, "ntc_1.sent"));

    await outbox().clear();

    expect(readFileSync(join(folder, "ntc_1.sent"), "utf8")).toBe("");
  });

  it("removes what an ended process had begun to write, and reads none of it", async () => {
    writeFileSync(join(folder, "ntc_1.x.new"), "To: ana@exam");
    expect(await outbox().waiting()).toEqual([]);
    await outbox().open();
    expect(readdirSync(folder)).toEqual([]);
  });
});
