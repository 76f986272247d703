import type { Key, Table, Write } from "../../../core/store/table.ts";

/** How many parts a value lies in, and under which name. */
export interface Parts {
  version: string;
  parts: number;
}

/** One write and about how many bytes of a transaction it takes. */
export interface Sized {
  write: Write;
  bytes: number;
}

/** Where rows and their parts lie, and what is known of them. */
interface PartPlaces {
  table: Table;
  place(category: string, id: string): Key;
  partPlace(category: string, id: string, version: string, part: number): Key;
  /** By the head's sort key. */
  large: Map<string, Parts>;
  /** Of the parts that this session wrote: their head may not be written yet. */
  ownVersions: ReadonlySet<string>;
  /** @throws FenceLost */
  commit(writes: Sized[]): Promise<void>;
}

const PAGE = 100;
const deletion = (key: Key): Sized => ({ write: { delete: key }, bytes: 300 });

/** Takes away parts whose head row somebody else's transaction has deleted. */
export function partSweeps({ table, place, partPlace, large, ownVersions, commit }: PartPlaces) {
  return {
    /** Whether a row of this name was seen that lay in parts, and they were not swept yet. */
    hasParts: (category: string, id: string): boolean => large.has(place(category, id).sk),

    /** Deletes the parts of a row that was deleted by itself, if it had any. @throws FenceLost */
    async sweep(category: string, id: string): Promise<void> {
      const { sk } = place(category, id);
      const old = large.get(sk);
      if (!old) return;
      const places = Array.from({ length: old.parts }, (_, part) => partPlace(category, id, old.version, part));
      await commit(places.map(deletion));
      large.delete(sk);
    },

    /** Deletes the parts that an earlier owner left without their head. @throws FenceLost */
    async sweepOrphans(category: string): Promise<void> {
      const { pk, sk: prefix } = place(`${category}.part`, "");
      for (let after: string | undefined; ; ) {
        const page = await table.query({ pk, prefix, limit: PAGE, ...(after !== undefined && { after }) });
        const parts = page.items.map(({ sk }) => {
          const [id = "", version = ""] = sk.slice(prefix.length).split("#");
          return { key: { pk, sk }, head: place(category, id), version };
        });
        const places = new Map(parts.map(({ head }) => [head.sk, head]));
        const heads = new Map((await table.getMany([...places.values()])).map((head) => [head.sk, head]));
        const isOrphan = ({ head, version }: (typeof parts)[number]) =>
          !ownVersions.has(version) && heads.get(head.sk)?.version !== version;
        await commit(parts.filter(isOrphan).map(({ key }) => deletion(key)));
        after = page.items.at(-1)?.sk;
        if (!page.more || after === undefined) return;
      }
    },
  };
}
