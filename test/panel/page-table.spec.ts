import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { guideNames, guidePage } from "../../build/reference/guides.ts";
import { PANEL_PAGES } from "../../core/contracts/panel/panel-pages.ts";
import { paths } from "../../panel/src/paths.ts";
import { GUIDES } from "../../panel/src/ui/guides.ts";

const SOURCES = fileURLToPath(new URL("../../panel/src/", import.meta.url));

/** Returns the page files that a source file refers to, exactly as written there. */
const filesNamedIn = (source: string) =>
  [...readFileSync(join(SOURCES, source), "utf8").matchAll(/\bfile: "([^"]+)"/g)].map(([, file]) => file);

describe("the table of the panel's pages", () => {
  it("names each page's file once; the frame of a number's pages is a page, too", () => {
    const files = readdirSync(join(SOURCES, "pages"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith("Page.tsx"))
      .map((file) => file.replace(".tsx", ""));

    expect([...filesNamedIn("page-table.ts"), ...filesNamedIn("routes.tsx")].sort()).toEqual(files.sort());
    expect(filesNamedIn("routes.tsx")).toEqual(["instances/InstancePage"]);
  });

  it("is where addresses come from: ids go to their places, encoded, whatever they hold", () => {
    expect(paths.instances()).toBe("/instances");
    expect(paths.answers("inst_1")).toBe("/instances/inst_1/answers");
    expect(paths.chat("inst_1", "1$&2/3{chat}@s.example")).toBe("/chats/inst_1/1%24%262%2F3%7Bchat%7D%40s.example");
    expect(Object.keys(paths)).toEqual(Object.keys(PANEL_PAGES));
  });
});

describe("a page's link to a guide", () => {
  it("leads to a guide that exists", () => {
    expect(GUIDES.filter((name) => !guideNames().includes(name))).toEqual([]);
  });

  it("has a way back from each guide", () => {
    for (const name of GUIDES) expect(guidePage(name)).toContain('<a href="/">Panel</a>');
  });

  it("is beside each guide, in a menu of all guides that says which one is shown, and of which parts it is", () => {
    const others = guideNames().filter((name) => name !== "index");
    for (const name of guideNames()) {
      const menu = /<nav class="menu".*?<\/nav>/s.exec(guidePage(name))?.[0] ?? "";
      const linked = [...menu.matchAll(/href="\/docs\/guides\/([\w-]+)"/g)].map(([, to]) => to);
      expect(linked.toSorted()).toEqual(others);
      expect(menu.match(/aria-current="page"/g) ?? []).toHaveLength(name === "index" ? 0 : 1);
    }
    const page = guidePage("webhooks");
    const parts = [...page.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id);
    expect(parts.length).toBeGreaterThan(1);
    expect([...page.matchAll(/<li><a href="#([^"]+)"/g)].map(([, id]) => id)).toEqual(parts);
  });
});
