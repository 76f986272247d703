import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { patiently } from "../../core/aws/patient-request.ts";
import { failureKind } from "../../core/failure-kind.ts";
import { asApiError } from "../../functions/api/middleware/present-error.ts";
import { saysDiskIsFull, storageFull } from "../../local/aws/service/storage-full.ts";

/** Returns the error of a database that has reached its maximum size. */
function errorOfFullDatabase(): unknown {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE items (text TEXT); PRAGMA max_page_count = 3");
  try {
    database.prepare("INSERT INTO items VALUES (?)").run("x".repeat(1_000_000));
  } catch (error) {
    return error;
  } finally {
    database.close();
  }
  return null;
}

describe("a full disk", () => {
  it.each([
    ["SQLite's own error", errorOfFullDatabase()],
    ["a failed write", Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode: 778 })],
    ["a read-only database", Object.assign(new Error("readonly"), { code: "ERR_SQLITE_ERROR", errcode: 8 })],
    ["no space", Object.assign(new Error("write"), { code: "ENOSPC" })],
    ["a quota", Object.assign(new Error("write"), { code: "EDQUOT" })],
    ["a file that may not grow", Object.assign(new Error("write"), { code: "EFBIG" })],
  ])("is recognized: %s", (_name, error) => {
    expect(saysDiskIsFull(error)).toBe(true);
  });

  it.each([
    ["a broken constraint", Object.assign(new Error("UNIQUE"), { code: "ERR_SQLITE_ERROR", errcode: 1555 })],
    ["a missing file", Object.assign(new Error("open"), { code: "ENOENT" })],
    ["a text", "database or disk is full"],
  ])("is nothing else: %s", (_name, error) => {
    expect(saysDiskIsFull(error)).toBe(false);
  });

  it("keeps no caller waiting, and leaves accepted work for later", async () => {
    const full = storageFull();
    let tries = 0;
    const asked = patiently({ patienceMs: 60_000 }, async () => {
      tries++;
      throw full;
    });

    await expect(asked).rejects.toBe(full);
    expect(tries).toBe(1);
    const asTheClientThrowsIt = Object.assign(full, { $fault: "server", $metadata: { httpStatusCode: full.status } });
    expect(failureKind(asTheClientThrowsIt)).toBe("passing");
  });

  it("is said to the caller in words", () => {
    const { status, code, message, retryAfterSec } = asApiError(storageFull());
    expect({ status, code, retryAfterSec }).toEqual({ status: 503, code: "unavailable", retryAfterSec: 30 });
    expect(message).toContain("disk is full");
  });
});
