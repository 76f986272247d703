import {
  afterConnect,
  afterStart,
  newSendingState,
  rollOver,
  type SendQueue,
} from "../../../core/domain/protection/pacing.ts";
import { rowChatMark, type SendSlot } from "../../../core/domain/protection/send-slots.ts";
import type { SendingState } from "../../../core/domain/protection/sending-state.ts";
import { decideProtected, type Heads, type ProtectedDecision } from "../../../core/domain/sending/decide-protected.ts";
import type { LaneRow } from "../../../core/lanes/lane.ts";
import { INSTANCE_QUEUES, type InstanceQueue, instanceQueue } from "../../../core/store/lane-queues.ts";

/** A send from the network's point of view, on the gateway's clock. */
export interface Sent {
  at: Date;
  queue: SendQueue;
  person: string;
  put: Date;
  goBefore: Date | null;
}

type Row = LaneRow & { person: string };

/** An in-memory instance lane, processed by the policy as its worker would. All of its state is stored as JSON. */
export class LanePlay {
  now: Date;
  readonly sent: Sent[] = [];
  failed = 0;
  open = true;
  #sending: SendingState & { rev: number; slots: SendSlot[] };
  #rows: Row[] = [];
  #counted = new Map<string, string[]>();
  #ids = 0;
  #slotEnds: Date | null = null;

  constructor(timezone: string, start: Date, fields: Partial<SendingState> = {}) {
    this.now = start;
    this.#sending = { ...newSendingState(timezone, start), ...fields, rev: 0, slots: [] };
  }

  /** Whether a message is waiting for its acknowledgement. */
  get isSending(): boolean {
    return this.#sending.slots.length > 0;
  }

  get sending(): SendingState {
    return this.#sending;
  }

  set sending(sending: SendingState) {
    this.#sending = { ...this.#sending, ...sending };
  }

  put(queue: "reply" | "known" | "first" | "broadcast", person: string, patienceHours = 24 * 365): void {
    const at = this.now.toISOString();
    const id = String(this.#ids++).padStart(6, "0");
    const expires = new Date(this.now.getTime() + patienceHours * 3_600_000).toISOString();
    const counted = queue === "first" && this.#countedToday(person);
    const place: InstanceQueue = counted ? "first_counted" : queue;
    this.#rows.push({
      pk: "L",
      sk: `${INSTANCE_QUEUES[place]}#${id}`,
      due: at,
      put_at: at,
      expires_at: expires,
      tries: 0,
      person,
    });
  }

  /** Simulates a task that dies, and another that continues from the stored state. */
  restart(): void {
    this.#sending = JSON.parse(JSON.stringify(afterConnect(this.#sending, this.now)));
    this.#rows = JSON.parse(JSON.stringify(this.#rows));
  }

  heads(): Heads {
    const heads: Heads = {};
    for (const row of this.#rows) {
      const queue = instanceQueue(row.sk) as SendQueue; // only these queues are put
      const head = heads[queue];
      if (!head || row.sk < head.sk) heads[queue] = row;
    }
    return heads;
  }

  decide(): { decision: ProtectedDecision; rev: number } {
    const heads = this.heads();
    const countedHead = (row: LaneRow | undefined) => row !== undefined && this.#countedToday(String(row.person));
    const decision = decideProtected({
      heads,
      unprepared: [],
      typing_until: null,
      sending: this.#sending,
      counted: { first: countedHead(heads.first), first_counted: countedHead(heads.first_counted) },
      open: this.open,
      removed: false,
      now: this.now,
      gapFactor: 1,
    });
    return { decision, rev: this.#sending.rev };
  }

  /**
   * Checks the lane as long as there is something to do. In each check, `looks` workers decide on the same view, but
   * only one of them can write.
   */
  work(draw: () => number, looks = 1): Date | null {
    for (;;) {
      // The worker stays on the lane if an outcome is due soon.
      if (this.#slotEnds && this.#slotEnds > this.now) return this.#slotEnds;
      if (this.#slotEnds) this.#outcome();
      const views = Array.from({ length: looks }, () => this.decide());
      for (const { decision, rev } of views) this.#carryOut(decision, rev, draw());
      const last = views.at(-1)?.decision;
      if (last?.kind === "wait") return last.next;
    }
  }

  #carryOut(decision: ProtectedDecision, rev: number, draw: number): void {
    if (decision.kind === "wait" || rev !== this.#sending.rev) return;
    this.#sending = { ...this.#sending, rev: rev + 1 };
    if (decision.kind === "correct") {
      this.#sending = { ...this.#sending, ...decision.sending };
      return;
    }
    const row = decision.row as Row; // one of ours
    this.#rows = this.#rows.filter(({ sk }) => sk !== row.sk);
    if (decision.kind === "move") this.#rows.push({ ...row, sk: INSTANCE_QUEUES[decision.to] + row.sk.slice(1) });
    else if (decision.kind === "fail") this.failed++;
    else if (decision.kind === "start") this.#start(decision.queue, row, decision.go_before, draw);
  }

  #start(queue: SendQueue, row: Row, goBefore: Date | null, draw: number): void {
    if (this.#sending.slots.length > 0) throw new Error("two at once");
    const isFirst = queue === "first" || queue === "first_counted";
    const isNewPerson = isFirst && !this.#countedToday(row.person);
    if (isNewPerson) {
      const { day } = rollOver(this.#sending, this.now);
      this.#counted.set(day, [...(this.#counted.get(day) ?? []), row.person]);
    }
    const state = afterStart(this.#sending, { queue, isNewPerson, draw }, this.now);
    this.#sending = { ...this.#sending, ...state, slots: [{ slot: 1, message_id: row.sk, chat: rowChatMark(row) }] };
    this.#slotEnds = new Date(this.now.getTime() + 500);
    this.sent.push({ at: this.now, queue, person: row.person, put: new Date(row.put_at), goBefore });
  }

  #outcome(): void {
    this.#sending = { ...this.#sending, slots: [], rev: this.#sending.rev + 1 };
    this.#slotEnds = null;
  }

  #countedToday(person: string): boolean {
    return this.#counted.get(rollOver(this.#sending, this.now).day)?.includes(person) ?? false;
  }
}
