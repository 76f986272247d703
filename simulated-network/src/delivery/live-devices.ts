import { type DeviceAddress, deviceKey } from "../format/addresses.ts";
import type { Transactions } from "../store/transactions.ts";
import type { WaitingStanza } from "../store/waiting-stanzas-table.ts";
import type { DeviceConnection } from "./device-connection.ts";

/** A stanza that isn't acknowledged within this time no longer counts as in transit. */
const STUCK_AFTER_MS = 5000;

/** A device that has logged in and requested its stanzas. */
interface LiveDevice {
  readonly connection: DeviceConnection;
  /**
   * The stanzas written on this connection but not yet acknowledged: sequence number -> time of writing (milliseconds).
   */
  readonly unacknowledged: Map<number, number>;
}

/** The connected devices, and the stanzas in transit to each of them. */
export class LiveDevices {
  readonly #transactions: Transactions;
  readonly #connections = new Map<string, DeviceConnection>();
  readonly #active = new Map<string, LiveDevice>();
  readonly #held = new Map<number, NodeJS.Timeout>();

  constructor(transactions: Transactions) {
    this.#transactions = transactions;
  }

  /** Whether no stanzas are in transit to connected devices or being delayed. */
  get isIdle(): boolean {
    if (this.#held.size > 0) return false;
    const stuckBefore = performance.now() - STUCK_AFTER_MS;
    for (const { unacknowledged } of this.#active.values()) {
      for (const writtenAt of unacknowledged.values()) if (writtenAt > stuckBefore) return false;
    }
    return true;
  }

  /**
   * Registers a device's new connection. @returns the device's previous connection, which must be closed because a
   * device can only have a single connection.
   */
  loggedIn(device: DeviceAddress, connection: DeviceConnection): DeviceConnection | null {
    const earlier = this.#connections.get(deviceKey(device)) ?? null;
    this.#connections.set(deviceKey(device), connection);
    this.#active.delete(deviceKey(device));
    return earlier;
  }

  connectionOf(device: DeviceAddress): DeviceConnection | null {
    return this.#connections.get(deviceKey(device)) ?? null;
  }

  /** Marks a device as ready. From then on, stanzas are written to it immediately. */
  activate(device: DeviceAddress, connection: DeviceConnection): void {
    if (this.#connections.get(deviceKey(device)) !== connection) return;
    this.#active.set(deviceKey(device), { connection, unacknowledged: new Map() });
  }

  closed(connection: DeviceConnection): void {
    const device = connection.device;
    if (!device || this.#connections.get(deviceKey(device)) !== connection) return;
    this.#connections.delete(deviceKey(device));
    this.#active.delete(deviceKey(device));
  }

  /**
   * Writes a stored stanza to its device if the device is connected. A delayed stanza is written once its delay is
   * over.
   */
  push(stanza: WaitingStanza, offlineIndex: number | null = null): void {
    const live = this.#active.get(deviceKey(stanza));
    if (!live || live.unacknowledged.has(stanza.seq)) return;
    const waitMs = offlineIndex === null ? stanza.notBefore - Date.now() : 0;
    if (waitMs > 0) {
      this.#hold(stanza.seq, waitMs);
      return;
    }
    live.unacknowledged.set(stanza.seq, performance.now());
    const { node } = stanza;
    const asOld = { ...node, attrs: { ...node.attrs, offline: String(offlineIndex) } };
    live.connection.write(offlineIndex === null ? node : asOld);
  }

  acknowledged(device: DeviceAddress, stanzaNumbers: readonly number[]): void {
    const live = this.#active.get(deviceKey(device));
    for (const seq of stanzaNumbers) live?.unacknowledged.delete(seq);
  }

  /** Cancels all delays. The delayed stanzas stay stored and are written at the device's next login. */
  stop(): void {
    for (const timer of this.#held.values()) clearTimeout(timer);
    this.#held.clear();
  }

  #hold(seq: number, waitMs: number): void {
    clearTimeout(this.#held.get(seq));
    const release = () => {
      void this.#transactions
        .run((transaction) => {
          const stanza = transaction.store.waiting.find(seq);
          if (stanza) transaction.afterCommit(() => this.push({ ...stanza, notBefore: 0 }));
        })
        .finally(() => this.#held.delete(seq));
    };
    this.#held.set(seq, setTimeout(release, waitMs));
  }
}
