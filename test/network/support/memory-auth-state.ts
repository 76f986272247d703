import {
  type AuthenticationState,
  BufferJSON,
  initAuthCreds,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
} from "@whiskeysockets/baileys";

/** The keys of one linked device, with a way to restore an earlier state. */
export interface MemoryAuthState extends AuthenticationState {
  /** @returns a function that restores all keys to their current state, as if from an old copy. */
  snapshot(): () => void;
  /** Deletes every Signal session. */
  forgetSessions(): void;
  /** Deletes the keys of everyone who has written in groups. */
  forgetSenderKeys(): void;
}

/** Stores a linked device's keys in memory, as JSON, so modifying a loaded value doesn't modify the stored one. */
export function memoryAuthState(): MemoryAuthState {
  const stored = new Map<string, string>();
  return {
    snapshot() {
      const copy = new Map(stored);
      return () => {
        stored.clear();
        for (const [key, value] of copy) stored.set(key, value);
      };
    },
    forgetSessions() {
      for (const key of [...stored.keys()]) if (key.startsWith("session/")) stored.delete(key);
    },
    forgetSenderKeys() {
      for (const key of [...stored.keys()]) if (key.startsWith("sender-key/")) stored.delete(key);
    },
    creds: initAuthCreds(),
    keys: {
      async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
        const found: { [id: string]: SignalDataTypeMap[T] } = {};
        for (const id of ids) {
          const value = stored.get(`${type}/${id}`);
          if (value !== undefined) found[id] = revive(type, value);
        }
        return found;
      },
      async set(data: SignalDataSet) {
        for (const [type, values] of Object.entries(data)) {
          for (const [id, value] of Object.entries(values)) {
            if (value === null) stored.delete(`${type}/${id}`);
            else stored.set(`${type}/${id}`, JSON.stringify(value, BufferJSON.replacer));
          }
        }
      },
    },
  };
}

function revive<T extends keyof SignalDataTypeMap>(type: T, json: string): SignalDataTypeMap[T] {
  const value = JSON.parse(json, BufferJSON.reviver);
  if (type !== "app-state-sync-key") return value;
  // Only values of this type have their own class.
  return proto.Message.AppStateSyncKeyData.fromObject(value) as unknown as SignalDataTypeMap[T];
}
