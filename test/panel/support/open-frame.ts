import type { PanelPage } from "./signed-in-page.ts";

/** A panel page in an iframe, whose width can be changed without reloading the page. */
export interface PanelFrame {
  /** Opens a page. Returns the widths at which it scrolls sideways, with the parts that stick out at each of them. */
  sticksOut(path: string, widths: readonly number[]): Promise<string[]>;
}

const OUTER = "/outer-frame-of-a-test";
const FRAME_HEADERS = ["content-security-policy", "x-frame-options"];

/**
 * Opens the panel in an iframe, in the given language. The panel's own headers forbid framing, so they are stripped
 * from the responses.
 */
export async function openFrame({ page }: PanelPage, url: string, language: string): Promise<PanelFrame> {
  await page.route("**/*", async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (pathname === OUTER)
      return route.fulfill({
        contentType: "text/html",
        body: "<!doctype html><title>Outer</title><iframe title='Inner' style='border:0;height:800px'></iframe>",
      });
    const isMe = pathname === "/panel-api/me" && request.method() === "GET";
    if (request.resourceType() !== "document" && !isMe) return route.continue();
    const response = await route.fetch();
    const headers = Object.fromEntries(
      Object.entries(response.headers()).filter(([name]) => !FRAME_HEADERS.includes(name)),
    );
    if (!isMe) return route.fulfill({ response, headers });
    const me = await response.json();
    me.data.user.language = language;
    return route.fulfill({ response, json: me });
  });
  await page.goto(url + OUTER);
  return {
    async sticksOut(path, widths) {
      const before = await page.evaluate(goTo, path);
      await page.waitForFunction((title) => {
        const inner = document.querySelector("iframe")?.contentDocument;
        return inner?.querySelector("h1") && inner.title !== title && !inner.querySelector("[data-loading]");
      }, before);
      return page.evaluate(measure, widths);
    },
  };
}

/**
 * Runs in the browser: navigates the iframe to a page, using the panel's own router once it is loaded. @returns the
 * previous title.
 */
async function goTo(path: string): Promise<string> {
  const frame = document.querySelector("iframe") as HTMLIFrameElement;
  const inner = frame.contentDocument;
  const title = inner?.title ?? "";
  if (inner?.querySelector("h1")) {
    frame.contentWindow?.history.pushState(null, "", path);
    return title;
  }
  await new Promise<void>((done) => {
    frame.onload = () => done();
    frame.src = path;
  });
  return title;
}

/** Runs in the browser. Sets each width in both directions, one after the other, and measures the layout. */
function measure(widths: readonly number[]): string[] {
  const frame = document.querySelector("iframe") as HTMLIFrameElement;
  const root = (frame.contentDocument as Document).documentElement;
  const found: string[] = [];
  // Changing the direction costs more than changing the width, so do it less often.
  for (const dir of ["ltr", "rtl"]) {
    root.dir = dir;
    for (const width of widths) {
      frame.style.width = `${width}px`;
      if (root.clientWidth !== width) found.push(`${width} px: the page is ${root.clientWidth} px wide`);
      if (root.scrollWidth <= width) continue;
      const isOut = ({ left, right, width: own }: DOMRect) => own > 0 && (left < -1 || right > width + 1);
      const parts = [...root.querySelectorAll("body *")].filter((part) => isOut(part.getBoundingClientRect()));
      const inmost = parts.filter((part) => !parts.some((other) => other !== part && part.contains(other)));
      const shown = inmost.slice(0, 2).map((part) => part.outerHTML.slice(0, 160));
      found.push(`${width} px, ${dir}: ${shown.join(" ")}`);
    }
  }
  return found;
}
