import { vi } from "vitest";
import { Gateway } from "../../../clients/sdk/src/index.ts";

type Listener = (event: { data?: string }) => void;

/** A client's WebSocket to the stand-in. */
class StandInSocket {
  readonly #listeners = new Map<string, Listener[]>();
  readonly url: URL;
  isOpen = true;

  constructor(url: string) {
    this.url = new URL(url);
  }

  addEventListener(type: string, hear: Listener): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), hear]);
  }

  close(): void {
    this.end();
  }

  say(frame: object | string): void {
    const data = typeof frame === "string" ? frame : JSON.stringify(frame);
    if (this.isOpen) for (const hear of this.#listeners.get("message") ?? []) hear({ data });
  }

  end(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    for (const hear of this.#listeners.get("close") ?? []) hear({});
  }
}

/**
 * Creates a gateway that serves only events and whose stream can be made to fail in any way. The test controls the
 * time.
 */
export function streamStandIn() {
  const ids: string[] = [];
  const sockets: StandInSocket[] = [];
  const polledAt: number[] = [];
  let ticketStatus = 200;
  let isLimited = false;
  const event = (id: string) => ({ id, type: "message.received", data: {} });
  const after = (place: string | null) => ids.filter((id) => place === null || id > place);

  class Connecting extends StandInSocket {
    constructor(url: string) {
      super(url);
      sockets.push(this);
      // Events that already exist are sent as soon as the client listens.
      queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => this.#begin())));
    }
    #begin(): void {
      for (const id of after(this.url.searchParams.get("after"))) this.say({ kind: "event", event: event(id) });
    }
  }
  vi.stubGlobal("WebSocket", Connecting);

  async function answer(url: URL, method: string): Promise<Response> {
    if (method === "POST") {
      const body = { ticket: "t", url: "ws://gateway.test/v1/events/stream?ticket=t", expires_at: "" };
      if (ticketStatus !== 200) return Response.json({ code: "not_found", message: "No." }, { status: ticketStatus });
      return Response.json({ data: body });
    }
    polledAt.push(performance.now());
    if (isLimited) {
      const headers = { "Retry-After": "1" };
      return Response.json({ code: "rate_limited", message: "Too many requests." }, { status: 429, headers });
    }
    const limit = Number(url.searchParams.get("limit"));
    const all = after(url.searchParams.get("after"));
    const page = all.slice(0, limit);
    const next_after = page.at(-1) ?? url.searchParams.get("after");
    return Response.json({ data: page.map(event), next_after, has_more: all.length > limit });
  }

  const gateway = new Gateway({
    apiKey: "key",
    baseUrl: "http://gateway.test",
    fetch: async (url, init) => {
      init?.signal?.throwIfAborted();
      return answer(new URL(String(url)), init?.method ?? "GET");
    },
  });
  return {
    gateway,
    ids,
    sockets,
    polledAt,
    /** Returns the connection that is currently open, or undefined if there is none. */
    open: () => sockets.find(({ isOpen }) => isOpen),
    refuseTickets(status: number) {
      ticketStatus = status;
    },
    /** Refuses polls because others use up the account's requests. Each refusal asks for a second's wait. */
    limitPolls(limited: boolean) {
      isLimited = limited;
    },
    /** Publishes events. The open connection sends them to the client unless `isSilent`. */
    publish(times: number, isSilent = false) {
      for (let n = 0; n < times; n++) {
        const id = `evt_${String(ids.length).padStart(6, "0")}`;
        ids.push(id);
        if (!isSilent) for (const socket of sockets) socket.say({ kind: "event", event: event(id) });
      }
    },
    event,
  };
}
