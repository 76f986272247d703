import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { MANIFEST, type Manifest } from "../../../local/data/manifest.ts";
import { pack } from "../../../local/data/pack.ts";
import { unpack } from "../../../local/data/unpack.ts";
import { temporaryFolder } from "../../support/gateway.ts";

const ABOUT = { data_version: 1, gateway_version: "0.1.0", network: "sandbox", made_at: "2026-11-28T08:00:00.000Z" };
const LONG = `aws/${"a".repeat(90)}/${"b".repeat(90)}`;
const noProgress = () => {};

describe("a backup's file", () => {
  const folder = temporaryFolder();
  const from = join(folder.path, "from");
  const tar = join(folder.path, "backup.tar");
  const files: Record<string, string> = {
    "state.json": "{}",
    "aws/s3/empty": "",
    "aws/s3/block": "x".repeat(512),
    "aws/s3/large": "y".repeat(300_001),
    [LONG]: "long name",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(from, path, ".."), { recursive: true });
    writeFileSync(join(from, path), text);
  }
  afterAll(() => folder.remove());

  const restore = (file: string, check: (manifest: Manifest) => void = noProgress) =>
    unpack(file, join(folder.path, "to"), check, noProgress);
  const damaged = (change: (bytes: Buffer) => void) => {
    const bytes = readFileSync(tar);
    change(bytes);
    const file = join(folder.path, "damaged.tar");
    writeFileSync(file, bytes);
    return file;
  };
  const nothingIsLeft = () => expect(readdirSync(folder.path).filter((name) => name.startsWith("to"))).toEqual([]);

  it("is one that every tar program reads", async () => {
    await pack(from, tar, ABOUT, noProgress);

    const listed = execFileSync("tar", ["-tf", tar], { encoding: "utf8" }).trim().split("\n");
    expect(listed).toEqual([MANIFEST, ...Object.keys(files).sort()]);
    expect(execFileSync("tar", ["-xOf", tar, LONG], { encoding: "utf8" })).toBe("long name");
  });

  it("opens if an older release wrote it", async () => {
    const written = new URL("backups/by-own-writer.tar", import.meta.url).pathname;
    const to = join(folder.path, "from-older");

    const manifest = await unpack(written, to, noProgress, noProgress);

    expect(manifest.files).toHaveLength(5);
    expect(readFileSync(join(to, LONG), "utf8")).toBe("long name");
    expect(readFileSync(join(to, "aws/s3/large"), "utf8")).toBe("y".repeat(5_001));
  });

  it("is refused when it is cut short, and leaves nothing", async () => {
    for (const sizeBytes of [0, 100, 512, 2_000, 200_000, readFileSync(tar).length - 1_024]) {
      const file = damaged(() => {});
      truncateSync(file, sizeBytes);
      await expect(restore(file)).rejects.toThrow(/is not a complete backup/);
      nothingIsLeft();
    }
  });

  it("is refused when one byte of a file or of a header is another one, and leaves nothing", async () => {
    const at = readFileSync(tar).indexOf("yyyy");
    await expect(restore(damaged((bytes) => bytes.write("z", at + 1_000)))).rejects.toThrow(
      /aws\/s3\/large does not match/,
    );
    nothingIsLeft();
    await expect(restore(damaged((bytes) => bytes.write("z", at - 512)))).rejects.toThrow(/not part of a tar file/);
    nothingIsLeft();
  });

  it("is refused when its manifest leads out of the folder", async () => {
    const path = "aws/s3/block";
    const file = damaged((bytes) => bytes.write("../../../oh!", bytes.indexOf(`"${path}"`) + 1));

    await expect(restore(file)).rejects.toThrow(/manifest can't be read/);
    nothingIsLeft();
  });

  it("is refused by the check before a file of it is written", async () => {
    const refuse = () => {
      throw new Error("Too new.");
    };

    await expect(restore(tar, refuse)).rejects.toThrow("Too new.");
    nothingIsLeft();
  });

  it("is unpacked beside what another restore has half done, with every byte", async () => {
    const live = join(folder.path, `to.${process.ppid}.restoring`);
    mkdirSync(join(live, "aws"), { recursive: true });
    writeFileSync(join(live, "aws", "half"), "half");

    await restore(tar);

    for (const [path, text] of Object.entries(files)) {
      expect(readFileSync(join(folder.path, "to", path), "utf8")).toBe(text);
    }
    expect(readdirSync(join(folder.path, "to", "aws")).sort()).toEqual(["a".repeat(90), "s3"]);
    expect(readFileSync(join(live, "aws", "half"), "utf8")).toBe("half");
    await expect(restore(tar)).rejects.toThrow(/is not empty/);
  });
});
