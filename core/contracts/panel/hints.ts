import { PANEL_API } from "./panel-routes.ts";

/** Where a visible page of the panel opens a WebSocket; it is no route, because no request is answered there. */
export const HINTS_PATH = `${PANEL_API}/hints`;

/** A part of what pages show; it says neither which chat nor which number. */
export type HintArea = "chats" | "notes";

/** A frame for a page, as JSON text: it hears from now on, something may have changed, or the connection is alive. */
export type HintFrame = { kind: "open" } | { kind: "changed"; areas: readonly HintArea[] } | { kind: "ping" };

/** Writes a frame. */
export const hintFrame = (frame: HintFrame): string => JSON.stringify(frame);
