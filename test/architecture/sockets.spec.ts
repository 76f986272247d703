import { describe, expect, it } from "vitest";
import { SOCKETS, type SocketId } from "../../core/contracts/sockets.ts";
import { codeOf, files, isInside } from "./sources.ts";

/** The code that accepts WebSocket requests, and the rows of the table that it serves. */
const SERVED: Record<string, SocketId[]> = {
  "lib/constructs/event-sockets.ts": ["events.stream"],
  "local/system/event-stream.ts": ["events.stream"],
  "local/system/panel-hints.ts": ["panel.hints"],
  "local/system/stage-stream.ts": ["events.stream"],
};

/** Parts that accept WebSockets for the places above, and the stand-in for API Gateway's own WebSockets. */
const BEHIND = ["local/aws/sockets/sockets.ts", "local/system/api-server.ts", "local/system/upgrade-request.ts"];

const TAKES_WEBSOCKETS = /\bnew (?:WebSocketServer|WebSocketApi)\b|\.on\("upgrade"|\bSocketServer\b(?=[ ,{])/;

describe("the house rules: a WebSocket", () => {
  it("is opened only at a path of core/contracts/sockets.ts, and every path there is served", () => {
    const own = files.filter(({ path }) => !isInside(path, "simulated-network"));
    const found = own.filter(({ text }) => TAKES_WEBSOCKETS.test(codeOf(text))).map(({ path }) => path);

    expect(found.toSorted()).toEqual([...Object.keys(SERVED), ...BEHIND].toSorted());
    expect(new Set(Object.values(SERVED).flat())).toEqual(new Set(Object.keys(SOCKETS)));
  });
});
