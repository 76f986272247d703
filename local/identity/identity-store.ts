import type { Adapter, AdapterPayload } from "oidc-provider";
import { ConditionFailed, type Key, type Table } from "../../core/store/table.ts";

/** A person of this machine who may sign in. */
export interface LocalPerson {
  sub: string;
  email: string;
  /** Salt and hash of the password, hex. */
  password: string;
  verified: boolean;
  /** Wrong passwords since the last right one, and when the last was given, epoch ms. */
  wrong: number;
  wrong_at: number;
}

/** A code that was mailed; `purpose` says what it is good for. */
export interface MailedCode {
  purpose: "confirm" | "reset";
  /** SHA-256 of the code, hex. */
  hash: string;
  tries: number;
  expires_at: number;
}

const key = (kind: string, id: string): Key => ({ pk: `IDENTITY#${kind}`, sk: id });
const personKey = (email: string) => key("PERSON", email.toLowerCase());

/** People of this machine, the codes they were mailed, and the provider's own secrets: in the gateway's table. */
export function identityStore(table: Table) {
  return {
    async person(email: string): Promise<LocalPerson | null> {
      const item = await table.get(personKey(email));
      return item && (item as unknown as LocalPerson); // as put below
    },
    /** @returns false: somebody has this address. */
    async addPerson(person: LocalPerson): Promise<boolean> {
      try {
        await table.write({ put: { ...personKey(person.email), ...person }, if: [{ item: "absent" }] });
        return true;
      } catch (error) {
        if (error instanceof ConditionFailed) return false;
        throw error;
      }
    },
    changePerson: (email: string, set: Partial<LocalPerson>) =>
      table.write({ update: personKey(email), set, if: [{ item: "exists" }] }),
    async code(email: string): Promise<MailedCode | null> {
      const item = await table.get(key("CODE", email.toLowerCase()));
      return item && (item as unknown as MailedCode); // as put below
    },
    putCode: (email: string, code: MailedCode) =>
      table.write({ put: { ...key("CODE", email.toLowerCase()), ...code, ttl: Math.floor(code.expires_at / 1000) } }),
    dropCode: (email: string) => table.write({ delete: key("CODE", email.toLowerCase()) }),
    async secrets(): Promise<string | null> {
      const item = await table.get(key("SECRETS", "1"));
      return item ? String(item.text) : null;
    },
    /** @returns false: another start made them. */
    async addSecrets(text: string): Promise<boolean> {
      try {
        await table.write({ put: { ...key("SECRETS", "1"), text }, if: [{ item: "absent" }] });
        return true;
      } catch (error) {
        if (error instanceof ConditionFailed) return false;
        throw error;
      }
    },
  };
}
export type IdentityStore = ReturnType<typeof identityStore>;

/** The provider's own store of one kind of thing, in the gateway's table. */
export function tableAdapter(table: Table, kind: string): Adapter {
  const place = (id: string) => key(kind, id);
  const byUid = (uid: string) => key(`${kind}#UID`, uid);
  const find = async (id: string): Promise<AdapterPayload | undefined> => {
    const item = await table.get(place(id));
    if (!item || Number(item.ttl ?? Number.POSITIVE_INFINITY) * 1000 < Date.now()) return undefined;
    return JSON.parse(String(item.text)) as AdapterPayload; // as put below
  };
  return {
    async upsert(id, payload, expiresIn) {
      const ttl = Math.floor(Date.now() / 1000) + (expiresIn || 86_400);
      await table.write({ put: { ...place(id), text: JSON.stringify(payload), ttl } });
      if (payload.uid) await table.write({ put: { ...byUid(payload.uid), id, ttl } });
    },
    find,
    async findByUid(uid) {
      const item = await table.get(byUid(uid));
      return item ? find(String(item.id)) : undefined;
    },
    findByUserCode: async () => undefined, // of devices without a keyboard, which none is
    async consume(id) {
      const payload = await find(id);
      if (payload) await this.upsert(id, { ...payload, consumed: Math.floor(Date.now() / 1000) }, 3_600);
    },
    destroy: async (id) => void (await table.write({ delete: place(id) })),
    revokeByGrantId: async () => undefined, // tokens are dropped by the panel, and end within minutes
  };
}
