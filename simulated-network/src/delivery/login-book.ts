import { type DeviceAddress, deviceKey } from "../format/addresses.ts";

/** A device's logins since the network started. */
export interface LoginRecord {
  readonly phone: string;
  readonly device: number;
  logins: number;
  /** The time of the last login, in epoch ms on the machine's clock. */
  last_at: number;
  /** The number of logins that closed an earlier connection from the device. */
  displaced: number;
  /**
   * The number of messages received on a connection after it had been replaced. Any such message means that two parties
   * are sending for the same number.
   */
  late_messages: number;
}

/** Counts each device's logins and displaced connections, for client tests. */
export class LoginBook {
  readonly #records = new Map<string, LoginRecord>();

  loggedIn(device: DeviceAddress, displaced: boolean): void {
    const record = this.#of(device);
    record.logins++;
    record.last_at = Date.now();
    if (displaced) record.displaced++;
  }

  lateMessage(device: DeviceAddress): void {
    this.#of(device).late_messages++;
  }

  list(): LoginRecord[] {
    return [...this.#records.values()];
  }

  #of({ phone, device }: DeviceAddress): LoginRecord {
    const key = deviceKey({ phone, device });
    const known = this.#records.get(key) ?? { phone, device, logins: 0, last_at: 0, displaced: 0, late_messages: 0 };
    this.#records.set(key, known);
    return known;
  }
}
