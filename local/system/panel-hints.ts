import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import type { WebSocket } from "ws";
import type { AccountId, InstanceId, UserId } from "../../core/contracts/ids.ts";
import type { HintArea } from "../../core/contracts/panel/hints.ts";
import { PANEL_LIMITS } from "../../core/contracts/panel/panel-limits.ts";
import { HINTS_PATH } from "../../core/contracts/sockets.ts";
import { type Hearer, placesOfHearer } from "../../core/operations/users/check-hearer.ts";
import type { Clock, Log } from "../../core/ports.ts";
import { instanceRecords } from "../../core/records/instance.ts";
import type { Table } from "../../core/store/table.ts";
import type { HintsDecision } from "../../functions/panel-api/open-hints.ts";
import type { CommittedChange } from "../aws/dynamo/stream.ts";
import { targetOf, toEvent } from "./api-event.ts";
import { lambdaContext } from "./lambda-context.ts";
import type { RequestFront } from "./public-front.ts";
import { endSockets } from "./stream/end-sockets.ts";
import { type HearingPage, hintPage } from "./stream/hint-page.ts";
import { shownChange } from "./stream/shown-change.ts";
import { streamSocket } from "./stream/stream-socket.ts";
import { handshakeServer, isRefusedBy, refuseUpgrade, type SocketServer } from "./upgrade-request.ts";

/** Options for notifying the panel's pages. */
export interface PanelHintsOptions {
  clock: Clock;
  log: Log;
  table: () => Table;
  decide: (event: APIGatewayProxyEventV2, context: Context) => Promise<HintsDecision>;
}

const TOO_MANY = "Too many of your windows already receive live updates. This window keeps polling.";

/**
 * Notifies the panel's visible pages on a single machine that something in their account has changed, immediately after
 * the commit. The notification doesn't specify what has changed. Pages then request the data as usual, so permissions
 * and filters are applied only to those responses. While there are no connections, this does nothing.
 */
export class PanelHints implements SocketServer {
  readonly id = "panel.hints";
  readonly #options: PanelHintsOptions;
  readonly #pages = new Set<HearingPage>();
  readonly #following = new Set<Promise<void>>();
  readonly #accounts = new Map<InstanceId, AccountId>();
  readonly #server = handshakeServer();
  #requests = 0;
  #isStopping = false;

  constructor(options: PanelHintsOptions) {
    this.#options = options;
  }

  answer(request: IncomingMessage, socket: Duplex, head: Buffer, front: RequestFront): void {
    socket.on("error", () => socket.destroy());
    this.#answer(request, socket, head, front).catch((error: unknown) => {
      this.#options.log.error({ err: error }, "a page's request for live updates could not be answered");
      socket.destroy();
    });
  }

  /** Announces changes that have just been committed. */
  committed(changes: readonly CommittedChange[]): void {
    if (this.#pages.size === 0) return;
    for (const change of changes) {
      if (change.before === change.after) continue;
      this.#doubt(change);
      const shown = shownChange(change);
      if (shown === null) continue;
      if ("account" in shown.of) this.#tell(shown.of.account, shown.area);
      else this.#tellOfNumber(shown.of.instance, shown.area);
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const sockets = [...this.#pages].map(({ socket }) => socket);
    await endSockets(sockets, this.#following);
  }

  /**
   * If a session, role, or account changes, its pages' permissions are checked again before anything else is sent to
   * them.
   */
  #doubt({ before, after }: CommittedChange): void {
    const { pk, sk } = after ?? before ?? {};
    const place = `${pk?.S} ${sk?.S}`;
    for (const page of this.#pages) {
      if (!page.places.has(place)) continue;
      page.isDoubtful = true;
      page.wake();
    }
  }

  #tell(account: AccountId, area: HintArea): void {
    for (const page of this.#pages) {
      if (page.hearer.account_id !== account) continue;
      page.areas.add(area);
      page.wake();
    }
  }

  #tellOfNumber(instance: InstanceId, area: HintArea): void {
    const known = this.#accounts.get(instance);
    if (known !== undefined) {
      this.#tell(known, area);
      return;
    }
    this.#accountOf(instance).then(
      (account) => account !== null && this.#tell(account, area),
      (error: unknown) => this.#options.log.warn({ err: error }, "the panel's pages could not be notified of a change"),
    );
  }

  /** Returns a number's account. Can be cached, because a number never moves to another account. */
  async #accountOf(instance: InstanceId): Promise<AccountId | null> {
    const record = await instanceRecords.read(this.#options.table(), instance);
    if (record) this.#accounts.set(instance, record.account_id);
    return record?.account_id ?? null;
  }

  #countOf(user: UserId): number {
    return [...this.#pages].filter(({ hearer }) => hearer.user_id === user).length;
  }

  async #answer(request: IncomingMessage, socket: Duplex, head: Buffer, front: RequestFront): Promise<void> {
    if (isRefusedBy(front, request, socket)) return;
    const event = toEvent(request, targetOf(request.url ?? "/"), Buffer.alloc(0), HINTS_PATH, undefined, {
      requestId: `hints-${++this.#requests}`,
      now: this.#options.clock.now(),
      source: front.addressOf(request),
    });
    const decision = await this.#options.decide(event, lambdaContext(event.requestContext.requestId));
    if ("refusal" in decision) return refuseUpgrade(socket, decision.refusal);
    if (this.#isStopping || socket.destroyed) return void socket.destroy();
    if (this.#countOf(decision.hearer.user_id) >= PANEL_LIMITS.hintConnectionsMax) {
      return refuseUpgrade(socket, {
        statusCode: 429,
        body: JSON.stringify({ message: TOO_MANY, code: "rate_limited" }),
      });
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const following = this.#follow(decision.hearer, webSocket).finally(() => this.#following.delete(following));
      this.#following.add(following);
    });
  }

  async #follow(hearer: Hearer, webSocket: WebSocket): Promise<void> {
    const { clock, log, table } = this.#options;
    const socket = streamSocket(webSocket, clock, PANEL_LIMITS.hintCheckSec);
    const places = new Set(placesOfHearer(hearer).map(({ pk, sk }) => `${pk} ${sk}`));
    const page: HearingPage = { hearer, socket, places, areas: new Set(), isDoubtful: true, wake: () => {} };
    this.#pages.add(page);
    try {
      await hintPage({ table: table(), clock }, page);
    } catch (error) {
      log.error({ err: error }, "a page no longer receives live updates; it polls and reconnects");
      socket.close("faulty");
    }
    if (!socket.closed.aborted) await new Promise((resolve) => socket.closed.addEventListener("abort", resolve));
    this.#pages.delete(page);
  }
}
