import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AnswerPanelFile, panelFiles } from "../../local/panel/panel-files.ts";
import { paths } from "../../panel/src/paths.ts";
import { temporaryFolder } from "../support/gateway.ts";

const BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8";
const folder = temporaryFolder();
let panel: AnswerPanelFile;

beforeAll(() => {
  mkdirSync(join(folder.path, "assets"));
  writeFileSync(join(folder.path, "index.html"), "<html>");
  writeFileSync(join(folder.path, "assets", "a.js"), "1");
  panel = panelFiles(folder.path, "http://127.0.0.1:1/bucket");
});
afterAll(() => folder.remove());

const status = (path: string, accept?: string) => panel(path, accept)?.statusCode ?? null;

describe("the panel's files on one machine", () => {
  const pages = Object.entries(paths).map(([name, address]) => {
    const made = (address as (...ids: string[]) => string)("inst_1", "120363020000000001@g.us");
    return { name, address: made };
  });

  it.each([{ name: "index", address: "/" }, ...pages])(
    "the page $name loads by its address $address",
    ({ address }) => {
      for (const accept of [BROWSER, "*/*", "application/json", undefined]) expect(status(address, accept)).toBe(200);
    },
  );

  it.each(["/health", "/metrics", "/chats/one", "/instances/inst_1/else", "/.env", "/startle"])(
    "%s is no page: 404 with the page for a browser, the API's answer for a program",
    (address) => {
      expect(status(address, BROWSER)).toBe(404);
      for (const accept of ["application/json", "*/*", undefined]) expect(status(address, accept)).toBeNull();
    },
  );

  it.each(["/v1", "/v1/none", "/V1/messages", "//v1/messages", "///V1/x", "/panel-api/x", "/assets/none.js", "/MCP"])(
    "%s is the API's to answer, also to a browser",
    (address) => {
      expect(status(address, BROWSER)).toBeNull();
    },
  );

  it("a file is served as it is", () => {
    expect(panel("/assets/a.js")).toMatchObject({
      statusCode: 200,
      headers: { "Content-Type": expect.stringContaining("javascript") },
    });
  });
});
