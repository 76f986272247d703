import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { CreateKeyCommand, DecryptCommand, EncryptCommand, type KMSClient } from "@aws-sdk/client-kms";
import { beforeEach, describe, expect, it } from "vitest";
import { startEmulators } from "../../local/aws/emulators.ts";
import { filesWith } from "../support/files-with.ts";
import { runningClock } from "../support/test-clock.ts";
import { clientsOf, temporaryFolder } from "./support.ts";

const KEYS = 3;
const CHILD = `${import.meta.dirname}/master-key-child.ts`;

interface Sealed {
  id: string;
  text: string;
  blob: Uint8Array | undefined;
}

let folder: string;
let dataDir: string;
let file: string;
let copies: string[];
beforeEach(() => {
  folder = temporaryFolder();
  [dataDir, file, copies] = [join(folder, "data"), join(folder, "data.key"), []];
});

/** Runs a function with a folder's emulators. @param isWanted undefined if no master key is configured. */
async function withKms<T>(isWanted: boolean | undefined, run: (kms: KMSClient) => Promise<T>): Promise<T> {
  const masterKey = isWanted === undefined ? {} : { masterKey: { file, isWanted, copies } };
  const aws = await startEmulators({ clock: runningClock(), dataDir, ...masterKey });
  const clients = clientsOf(aws);
  try {
    return await run(clients.kms);
  } finally {
    clients.destroy();
    await aws.stop();
  }
}

async function sealWithNewKey(kms: KMSClient, text: string): Promise<Sealed> {
  const { KeyMetadata } = await kms.send(new CreateKeyCommand({}));
  const id = KeyMetadata?.KeyId ?? "";
  const sealed = await kms.send(new EncryptCommand({ KeyId: id, Plaintext: Buffer.from(text) }));
  return { id, text, blob: sealed.CiphertextBlob };
}

async function openedTexts(kms: KMSClient, all: Sealed[]): Promise<string[]> {
  const answers = await Promise.all(all.map(({ blob }) => kms.send(new DecryptCommand({ CiphertextBlob: blob }))));
  return answers.map(({ Plaintext }) => Buffer.from(Plaintext ?? []).toString());
}

/** Creates the folder of a gateway that only serves its own machine. @returns the texts sealed with its keys. */
const folderInClear = () =>
  withKms(undefined, (kms) => Promise.all(Array.from({ length: KEYS }, (_, n) => sealWithNewKey(kms, `secret ${n}`))));

/** Returns the bytes of the keys stored unencrypted in the folder's database. */
function keysInClear(): Buffer[] {
  const database = new DatabaseSync(join(dataDir, "services.sqlite"), { readOnly: true });
  const rows = database.prepare("SELECT value FROM kept WHERE shelf = 'kms-keys'").all();
  database.close();
  return rows
    .map((row) => (JSON.parse(String(row.value)) as { material?: string }).material)
    .filter((material) => material !== undefined)
    .map((material) => Buffer.from(material, "base64"));
}

/** Returns the files in the folder that contain one of these keys, as bytes or in a common encoding. */
function filesWithKeys(keys: readonly Buffer[]): string[] {
  const needles = keys.flatMap((key) => [key, key.toString("base64"), key.toString("hex"), key.toString("base64url")]);
  return filesWith(dataDir, needles);
}

/**
 * Returns the contents of the folder and of the master key's location, to verify that a refused start changed nothing.
 */
function contents() {
  const database = new DatabaseSync(join(dataDir, "services.sqlite"), { readOnly: true });
  const rows = database.prepare("SELECT shelf, id, value FROM kept ORDER BY rowid").all();
  database.close();
  const hasFile = statSync(file, { throwIfNoEntry: false })?.isFile();
  return { rows, places: readdirSync(folder).sort(), key: hasFile ? readFileSync(file, "hex") : null };
}

/** Replaces the key file with something else. */
function replaceFile(make: () => void): void {
  rmSync(file);
  make();
}

describe("a data folder with a master key", () => {
  it("has none of its keys in clear in any file, and opens again with the file that it made", async () => {
    const all = await withKms(true, (kms) =>
      Promise.all(Array.from({ length: KEYS }, (_, n) => sealWithNewKey(kms, `secret ${n}`))),
    );
    expect(keysInClear()).toEqual([]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file)).toHaveLength(32);
    expect(readdirSync(folder).sort()).toEqual(["data", "data.key"]);
    const key = readFileSync(file);
    expect(await withKms(true, (kms) => openedTexts(kms, all))).toEqual(all.map(({ text }) => text));
    expect(readFileSync(file)).toEqual(key);
    expect(filesWithKeys([key])).toEqual([]);
  });

  it("loses the keys in clear that an older one has, from all of its files, and opens what they sealed", async () => {
    const all = await folderInClear();
    const clear = keysInClear();
    expect(clear).toHaveLength(KEYS);
    expect(filesWithKeys(clear)).toEqual([join(dataDir, "services.sqlite")]);
    await withKms(true, async (kms) => {
      expect(filesWithKeys(clear)).toEqual([]); // also while it runs, when there is a log of writes beside the database
      expect(await openedTexts(kms, all)).toEqual(all.map(({ text }) => text));
    });
    expect(keysInClear()).toEqual([]);
    expect(filesWithKeys(clear)).toEqual([]);
  });

  it("loses them from the copies in it, which open with the same key", async () => {
    const all = await folderInClear();
    const clear = keysInClear();
    const copy = join(dataDir, "before-version-9", "aws");
    cpSync(dataDir, join(folder, "copy"), { recursive: true });
    cpSync(join(folder, "copy"), copy, { recursive: true });
    copies = [join(copy, "services.sqlite")];
    await withKms(true, async () => undefined);
    expect(filesWithKeys(clear)).toEqual([]);
    [dataDir, copies] = [copy, []];
    expect(await withKms(true, (kms) => openedTexts(kms, all))).toEqual(all.map(({ text }) => text));
  });

  it("is opened with its key by a gateway that serves nobody else, whose new keys are sealed too", async () => {
    await withKms(true, async () => undefined);
    const one = await withKms(false, (kms) => sealWithNewKey(kms, "later"));
    expect(keysInClear()).toEqual([]);
    expect(await withKms(false, (kms) => openedTexts(kms, [one]))).toEqual(["later"]);
  });

  it("is not made where nobody wants one", async () => {
    await withKms(false, (kms) => sealWithNewKey(kms, "in clear"));
    expect(existsSync(file)).toBe(false);
    expect(keysInClear()).toHaveLength(1);
  });

  it("takes the key that its operator made", async () => {
    const own = Buffer.alloc(32, 7);
    writeFileSync(file, own, { mode: 0o600 });
    const one = await withKms(true, (kms) => sealWithNewKey(kms, "with an own key"));
    expect(readFileSync(file)).toEqual(own);
    expect(await withKms(true, (kms) => openedTexts(kms, [one]))).toEqual(["with an own key"]);
  });
});

describe("a start is refused, and changes nothing,", () => {
  beforeEach(async () => {
    await withKms(true, (kms) => sealWithNewKey(kms, "secret"));
  });

  const REFUSALS: [string, () => void, string][] = [
    ["when the key's file is missing", () => rmSync(file), "does not exist. Restore it from your copy"],
    [
      "when it is a link to nothing",
      () => replaceFile(() => symlinkSync("nowhere", file)),
      "does not exist. Restore it",
    ],
    [
      "when it is another key",
      () => writeFileSync(file, Buffer.alloc(32, 1)),
      "is not the master key of this data folder",
    ],
    ["when it is too short", () => writeFileSync(file, Buffer.alloc(31, 1)), "is not a master key"],
    ["when it is too long", () => writeFileSync(file, Buffer.alloc(33, 1)), "is not a master key"],
    ["when it is empty", () => writeFileSync(file, ""), "is not a master key"],
    ["when its group may read it", () => chmodSync(file, 0o640), "its mode is 0640"],
    ["when everybody may read it", () => chmodSync(file, 0o604), "its mode is 0604"],
    ["when it is a folder", () => replaceFile(() => mkdirSync(file)), "is not a file"],
    ["when it is a pipe", () => replaceFile(() => execFileSync("mkfifo", ["-m", "600", file])), "is not a file"],
  ];
  it.each(REFUSALS)("%s", async (_, spoil, words) => {
    spoil();
    const before = contents();
    for (const isWanted of [true, false]) {
      await expect(withKms(isWanted, async () => undefined)).rejects.toThrow(words);
    }
    expect(contents()).toEqual(before);
  });

  it("when no place of a key is set up", async () => {
    await expect(withKms(undefined, async () => undefined)).rejects.toThrow("sealed with a master key");
  });

  it("when one of its keys was changed", async () => {
    const database = new DatabaseSync(join(dataDir, "services.sqlite"));
    database.exec("UPDATE kept SET value = json_set(value, '$.sealed', 'AAAA') WHERE shelf = 'kms-keys'");
    database.close();
    await expect(withKms(true, async () => undefined)).rejects.toThrow("can't be decrypted with its master key");
  });
});

describe("the first start with a master key", () => {
  it("is refused where its file can't be made, with the folder as it was", async () => {
    const all = await folderInClear();
    file = join(folder, "no such folder", "key");
    await expect(withKms(true, async () => undefined)).rejects.toThrow(
      "can't be created (ENOENT). Set MASTER_KEY_FILE",
    );
    expect(await withKms(undefined, (kms) => openedTexts(kms, all))).toEqual(all.map(({ text }) => text));
  });

  it("is refused while a copy in the folder can't be read, and names it", async () => {
    await folderInClear();
    copies = [join(folder, "broken")];
    writeFileSync(copies[0] ?? "", "no database");
    await expect(withKms(true, async () => undefined)).rejects.toThrow(`the older copy ${copies[0]} could not be`);
    rmSync(copies[0] ?? "");
    copies = [];
    await withKms(true, async () => undefined);
  });

  it("is refused while another program reads the keys in clear, and the next one removes them", async () => {
    const all = await folderInClear();
    const clear = keysInClear();
    const reader = new DatabaseSync(join(dataDir, "services.sqlite"));
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM kept").get();
    await expect(withKms(true, async () => undefined)).rejects.toThrow("could not be removed from its files");
    expect(filesWithKeys(clear)).not.toEqual([]);
    reader.close();
    expect(await withKms(true, (kms) => openedTexts(kms, all))).toEqual(all.map(({ text }) => text));
    expect(filesWithKeys(clear)).toEqual([]);
  });

  it("is completed by the next one, whichever call to the disk it was killed before", async () => {
    const all = await folderInClear();
    const clear = keysInClear();
    const old = join(folder, "old");
    cpSync(dataDir, old, { recursive: true });
    const seal = (killAt: string) => promisify(execFile)(process.execPath, [CHILD, dataDir, file, killAt]);
    const calls = Number((await seal("")).stdout);
    expect(calls).toBeGreaterThan(20);
    const left = new Set<string>();
    for (let call = 1; call <= calls; call++) {
      rmSync(dataDir, { recursive: true });
      rmSync(file, { force: true });
      cpSync(old, dataDir, { recursive: true });
      await expect(seal(String(call))).rejects.toMatchObject({ signal: "SIGKILL" });
      const key = existsSync(file) ? readFileSync(file) : null;
      left.add(`${key === null ? "no key" : "a key"}, ${keysInClear().length} in clear`);

      const texts = await withKms(true, (kms) => openedTexts(kms, all));
      expect([call, texts]).toEqual([call, all.map(({ text }) => text)]);
      expect([call, filesWithKeys(clear)]).toEqual([call, []]);
      if (key) expect(readFileSync(file)).toEqual(key);
      expect(readFileSync(file)).toHaveLength(32);
    }
    const states = ["no key, 3 in clear", "a key, 3 in clear", "a key, 2 in clear", "a key, 0 in clear"];
    expect([...left]).toEqual(expect.arrayContaining(states));
  });
});
