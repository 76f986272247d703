import type { Adapter, AdapterPayload } from "oidc-provider";
import type { Clock } from "../../core/ports.ts";
import type { Key, Table } from "../../core/store/table.ts";

const DAY_SEC = 86_400;
const CONSUMED_KEPT_SEC = 3_600;

/** Creates the library's store for one kind of record, in the gateway's table. */
export function tableAdapter({ table, clock }: { table: Table; clock: Clock }, kind: string): Adapter {
  const place = (id: string): Key => ({ pk: `IDENTITY#${kind}`, sk: id });
  const byUid = (uid: string): Key => ({ pk: `IDENTITY#${kind}#UID`, sk: uid });
  const find = async (id: string): Promise<AdapterPayload | undefined> => {
    const item = await table.get(place(id));
    // Check the expiry by the machine's clock, which the library uses. The table deletes expired items by its own
    // clock, which can be moved in a sandbox.
    if (!item || Number(item.expires_at) < Date.now()) return undefined;
    return JSON.parse(String(item.text)) as AdapterPayload; // as put below
  };
  return {
    async upsert(id, payload, expiresIn) {
      const seconds = expiresIn || DAY_SEC;
      const kept = {
        expires_at: Date.now() + seconds * 1000,
        ttl: Math.floor(clock.now().getTime() / 1000) + seconds,
      };
      await table.write({ put: { ...place(id), text: JSON.stringify(payload), ...kept } });
      if (payload.uid) await table.write({ put: { ...byUid(payload.uid), id, ...kept } });
    },
    find,
    async findByUid(uid) {
      const item = await table.get(byUid(uid));
      return item ? find(String(item.id)) : undefined;
    },
    findByUserCode: async () => undefined, // of devices without a keyboard, which does not occur
    async consume(id) {
      const payload = await find(id);
      if (payload) await this.upsert(id, { ...payload, consumed: Math.floor(Date.now() / 1000) }, CONSUMED_KEPT_SEC);
    },
    destroy: async (id) => void (await table.write({ delete: place(id) })),
    revokeByGrantId: async () => undefined, // tokens are dropped by the panel, and end within minutes
  };
}
