/** Thrown if the network refused a query or command. Contains the network's code. */
export class NetworkRefusal extends Error {
  readonly code: number;
  constructor(code: number, what: string) {
    super(`The network refused ${what} (${code}).`);
    this.name = "NetworkRefusal";
    this.code = code;
  }
}

/** Thrown if the phone hasn't sent the keys for its settings yet. */
export class SettingsNotReady extends Error {
  constructor() {
    super("The phone has not yet sent the keys of its settings.");
    this.name = "SettingsNotReady";
  }
}

/** Thrown if our change couldn't be made because the same settings kept being changed elsewhere. */
export class SettingsConflict extends Error {
  constructor() {
    super("The phone's settings kept changing, so the change was not made.");
    this.name = "SettingsConflict";
  }
}

/** Converts the library's error for a refused query to a NetworkRefusal. Returns any other error unchanged. */
export function refusalOf(error: unknown, what: string): unknown {
  const code: unknown = error instanceof Error ? Reflect.get(error, "data") : undefined;
  return typeof code === "number" && code >= 400 ? new NetworkRefusal(code, what) : error;
}
