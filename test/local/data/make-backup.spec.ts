import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openRecords } from "../../../local/aws/dynamo/records.ts";
import { openKept } from "../../../local/aws/service/kept.ts";
import { makeBackup } from "../../../local/data/make-backup.ts";
import { temporaryFolder } from "../../support/gateway.ts";

const BLOB = "5d0c7f4e-3a3a-4a51-9d6a-0d2f5b8f7c11";
const UNFINISHED = "5d0c7f4e-3a3a-4a51-9d6a-0d2f5b8f7c12";
const NOW = new Date("2026-11-28T08:00:00.000Z");

describe("a backup of a stopped gateway's folder", () => {
  const temporary = temporaryFolder();
  const data = join(temporary.path, "data");
  const tar = join(temporary.path, "backup.tar");
  const put = (path: string) => {
    mkdirSync(dirname(join(data, path)), { recursive: true });
    writeFileSync(join(data, path), "{}");
  };
  afterAll(() => temporary.remove());

  it("holds everything but keys in files of their own, unfinished files, and what belongs to a process", async () => {
    openRecords(join(data, "aws/dynamodb")).close();
    const kept = openKept(join(data, "aws/services.sqlite"));
    kept.shelf<{ blob: string }>("s3-objects").put("file", { blob: BLOB });
    kept.close();
    const held = [`aws/s3/${BLOB}`, "state.json", "a-part-of-a-later-release/its-file.json"];
    const leftOut = ["master.key", "aws/kms/master.key", `aws/s3/${UNFINISHED}`, "state.json.new", "gateway.json"];
    for (const path of [...held, ...leftOut]) put(path);

    await makeBackup(data, tar, NOW, () => {});

    const listed = execFileSync("tar", ["-tf", tar], { encoding: "utf8" }).trim().split("\n");
    const databases = ["aws/dynamodb/table.sqlite", "aws/services.sqlite"];
    expect(listed.toSorted()).toEqual([...held, ...databases, "manifest.json"].toSorted());
    expect(readdirSync(data).filter((name) => name.startsWith("backup"))).toEqual([]);
  });

  it("is refused inside of the folder that it is of, and of a folder without data", async () => {
    const inside = makeBackup(data, join(data, "backup.tar"), NOW, () => {});
    await expect(inside).rejects.toThrow(/is in the data folder/);
    const ofNothing = makeBackup(join(temporary.path, "none"), tar, NOW, () => {});
    await expect(ofNothing).rejects.toThrow(/does not contain a gateway's data/);
  });
});
